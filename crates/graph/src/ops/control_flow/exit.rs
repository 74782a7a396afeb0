//! `Exit`, `RefExit`: hands a value out of a loop.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("Exit(data:T) -> (output:T) {T:type}", "Hands a value out of a loop."),
    op("RefExit(data:Ref(T)) -> (output:Ref(T)) {T:type}", "The same with a reference to a variable."),
];
