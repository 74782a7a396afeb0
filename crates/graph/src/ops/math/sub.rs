//! `Sub`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("Sub(x:T, y:T) -> (z:T) {T:type}", "").shape(rules::broadcast_two)];
