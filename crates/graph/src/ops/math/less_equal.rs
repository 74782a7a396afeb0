//! `LessEqual`: whether the first element of each pair is not more than the second.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "LessEqual(x:T, y:T) -> (z:bool) {T:type}",
    "Whether the first element of each pair is not more than the second.",
)
.shape(rules::broadcast_two)
.flat()];
