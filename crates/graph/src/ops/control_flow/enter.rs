//! `Enter`, `RefEnter`: hands a value into a loop.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "Enter(data:T) -> (output:T) {T:type, frame_name:string, is_constant:bool=False, parallel_iterations:int=10}",
        "Hands a value into a loop.",
    ),
    op(
        "RefEnter(data:Ref(T)) -> (output:Ref(T)) {T:type, frame_name:string, is_constant:bool=False, parallel_iterations:int=10}",
        "The same with a reference to a variable.",
    ),
];
