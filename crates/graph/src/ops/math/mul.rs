//! `Mul`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("Mul(x:T, y:T) -> (z:T) {T:type} [commutative]", "").shape(rules::broadcast_two)];
