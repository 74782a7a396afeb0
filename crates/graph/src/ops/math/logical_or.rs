//! `LogicalOr`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("LogicalOr(x:bool, y:bool) -> (z:bool) [commutative]", "").shape(rules::broadcast_two)];
