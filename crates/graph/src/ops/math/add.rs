//! `Add`, `AddV2`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("Add(x:T, y:T) -> (z:T) {T:type}", "").shape(rules::broadcast_two),
    op("AddV2(x:T, y:T) -> (z:T) {T:type} [commutative,aggregate]", "").shape(rules::broadcast_two),
];
