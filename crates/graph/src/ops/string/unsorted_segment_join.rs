//! `UnsortedSegmentJoin`: strings joined by segment.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "UnsortedSegmentJoin(inputs:string, segment_ids:Tindices, num_segments:Tnumsegments) -> (output:string) {separator:string='', Tindices:type, Tnumsegments:type=int32}",
    "The strings of each segment, joined.",
)];
