//! `Less`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("Less(x:T, y:T) -> (z:bool) {T:type}", "").shape(rules::broadcast_two)];
