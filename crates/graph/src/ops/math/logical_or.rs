//! `LogicalOr`: whether an element of each pair is true.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("LogicalOr(x:bool, y:bool) -> (z:bool) [commutative]", "Whether an element of each pair is true.")
        .shape(rules::broadcast_two)
        .flat()];
