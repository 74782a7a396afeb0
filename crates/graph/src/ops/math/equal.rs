//! `Equal`: whether the elements of each pair are the same.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "Equal(x:T, y:T) -> (z:bool) {T:type, incompatible_shape_error:bool=True} [commutative]",
    "Whether the elements of each pair are the same.",
)
.shape(rules::equal)
.flat()];
