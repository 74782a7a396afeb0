//! `LeftShift`: the bits of the first element of each pair moved up by the second.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "LeftShift(x:T, y:T) -> (z:T) {T:type}",
    "The bits of the first element of each pair moved up by the second.",
)
.shape(rules::broadcast_two)
.flat()];
