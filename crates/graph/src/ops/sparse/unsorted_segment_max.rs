//! `UnsortedSegmentMax`: the largest of rows by segments, in any order.

use super::segments::{extreme_gradient, unsorted};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "UnsortedSegmentMax(data:T, segment_ids:Tindices, num_segments:Tnumsegments) -> (output:T) {T:type, Tindices:type, Tnumsegments:type=int32}",
    "The largest of the rows of each segment, which may lie anywhere; rows with a negative id belong to none.",
)
.shape(unsorted)
.gradient(extreme_gradient)];
