//! `Min`: the smallest along some dimensions.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "Min(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
    "The smallest along some dimensions.",
)
.shape(rules::reduction)
.gradient(super::max::gradient)];
