//! `RightShift`: the bits of the first element of each pair moved down by the second.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "RightShift(x:T, y:T) -> (z:T) {T:type}",
    "The bits of the first element of each pair moved down by the second.",
)
.shape(rules::broadcast_two)
.flat()];
