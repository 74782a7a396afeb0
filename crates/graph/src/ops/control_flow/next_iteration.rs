//! `NextIteration`, `RefNextIteration`: hands a value to the next turn of a loop.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("NextIteration(data:T) -> (output:T) {T:type}", "Hands a value to the next turn of a loop."),
    op("RefNextIteration(data:Ref(T)) -> (output:Ref(T)) {T:type}", "The same with a reference to a variable."),
];
