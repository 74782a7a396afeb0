//! `Select`, `SelectV2`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("Select(condition:bool, t:T, e:T) -> (output:T) {T:type}", "").shape(rules::select),
    op("SelectV2(condition:bool, t:T, e:T) -> (output:T) {T:type}", "").shape(rules::select_v2),
];
