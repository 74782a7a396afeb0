//! `LogicalAnd`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("LogicalAnd(x:bool, y:bool) -> (z:bool) [commutative]", "").shape(rules::broadcast_two)];
