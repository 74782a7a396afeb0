//! `SegmentSum`: the sum of rows by segments.

use super::segments::{sorted, sum_gradient};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "SegmentSum(data:T, segment_ids:Tindices) -> (output:T) {T:type, Tindices:type}",
    "The sum of the rows of each segment, which lie one behind the other.",
)
.shape(sorted)
.gradient(sum_gradient)];
