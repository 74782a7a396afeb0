//! `FloorDiv`: the quotient of each pair, rounded down.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("FloorDiv(x:T, y:T) -> (z:T) {T:type}", "The quotient of each pair, rounded down.")
    .shape(rules::broadcast_two)
    .flat()];
