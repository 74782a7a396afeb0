//! `GreaterEqual`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("GreaterEqual(x:T, y:T) -> (z:bool) {T:type}", "").shape(rules::broadcast_two)];
