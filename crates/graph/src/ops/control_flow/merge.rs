//! `Merge`, `RefMerge`: hands on the input that is alive, and which it was.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "Merge(inputs:N*T) -> (output:T, value_index:int32) {T:type, N:int}",
        "Hands on the input that is alive, and which it was.",
    ),
    op(
        "RefMerge(inputs:N*Ref(T)) -> (output:Ref(T), value_index:int32) {T:type, N:int}",
        "The same with references to variables.",
    ),
];
