//! `ArgMin`: the index of the smallest along a dimension.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "ArgMin(input:T, dimension:Tidx) -> (output:output_type) {T:type, Tidx:type=int32, output_type:type=int64}",
    "The index of the smallest along a dimension.",
)
.shape(rules::arg_max)
.flat()];
