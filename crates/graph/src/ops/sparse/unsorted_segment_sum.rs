//! `UnsortedSegmentSum`: the sum of rows by segments, in any order.

use super::segments::{sum_gradient, unsorted};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "UnsortedSegmentSum(data:T, segment_ids:Tindices, num_segments:Tnumsegments) -> (output:T) {T:type, Tindices:type, Tnumsegments:type=int32}",
    "The sum of the rows of each segment, which may lie anywhere; rows with a negative id belong to none.",
)
.shape(unsorted)
.gradient(sum_gradient)];
