//! `ToBool`: whether a value counts as true: a scalar that is not zero or empty, or a tensor with elements.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[op(
    "ToBool(input:T) -> (output:bool) {T:type}",
    "Whether a value counts as true: a scalar that is not zero or empty, or a tensor with elements.",
)
.shape(gives_scalar)];
