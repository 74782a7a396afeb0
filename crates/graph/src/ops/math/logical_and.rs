//! `LogicalAnd`: whether both elements of each pair are true.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("LogicalAnd(x:bool, y:bool) -> (z:bool) [commutative]", "Whether both elements of each pair are true.")
        .shape(rules::broadcast_two)
        .flat()];
