//! `All`: whether all along some dimensions are true.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "All(input:bool, reduction_indices:Tidx) -> (output:bool) {keep_dims:bool=False, Tidx:type=int32}",
    "Whether all along some dimensions are true.",
)
.shape(rules::reduction)];
