//! `Switch`, `RefSwitch`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("Switch(data:T, pred:bool) -> (output_false:T, output_true:T) {T:type}", ""),
    op("RefSwitch(data:Ref(T), pred:bool) -> (output_false:Ref(T), output_true:Ref(T)) {T:type} [allows_uninit]", ""),
];
