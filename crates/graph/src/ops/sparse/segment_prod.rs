//! `SegmentProd`: the product of rows by segments.

use super::segments::{prod_gradient, sorted};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "SegmentProd(data:T, segment_ids:Tindices) -> (output:T) {T:type, Tindices:type}",
    "The product of the rows of each segment, which lie one behind the other.",
)
.shape(sorted)
.gradient(prod_gradient)];
