//! `Any`: whether one along some dimensions is true.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "Any(input:bool, reduction_indices:Tidx) -> (output:bool) {keep_dims:bool=False, Tidx:type=int32}",
    "Whether one along some dimensions is true.",
)
.shape(rules::reduction)];
