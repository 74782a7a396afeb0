//! `SegmentMax`: the largest of rows by segments.

use super::segments::{extreme_gradient, sorted};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "SegmentMax(data:T, segment_ids:Tindices) -> (output:T) {T:type, Tindices:type}",
    "The largest of the rows of each segment, which lie one behind the other.",
)
.shape(sorted)
.gradient(extreme_gradient)];
