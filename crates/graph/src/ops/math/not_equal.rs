//! `NotEqual`: whether the elements of each pair differ.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "NotEqual(x:T, y:T) -> (z:bool) {T:type, incompatible_shape_error:bool=True} [commutative]",
    "Whether the elements of each pair differ.",
)
.shape(rules::equal)
.flat()];
