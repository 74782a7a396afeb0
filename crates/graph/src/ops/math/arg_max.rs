//! `ArgMax`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "ArgMax(input:T, dimension:Tidx) -> (output:output_type) {T:type, Tidx:type=int32, output_type:type=int64}",
    "",
)
.shape(rules::arg_max)];
