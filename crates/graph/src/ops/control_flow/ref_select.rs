//! `RefSelect`: hands on one of several references to variables.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "RefSelect(index:int32, inputs:N*Ref(T)) -> (output:Ref(T)) {T:type, N:int}",
    "Hands on one of several references to variables.",
)];
