//! `StackV2`, `Stack`, `StackPushV2`, `StackPush`, `StackPopV2`, `StackPop`, `StackCloseV2`, `StackClose`: makes a stack of tensors that lives as long as the step.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "StackV2(max_size:int32) -> (handle:resource) {elem_type:type, stack_name:string=''} [stateful]",
        "Makes a stack of tensors that lives as long as the step.",
    ),
    op(
        "Stack() -> (handle:Ref(string)) {elem_type:type, stack_name:string=''} [stateful]",
        "The same with a handle of the older kind.",
    )
    .flat(),
    op(
        "StackPushV2(handle:resource, elem:T) -> (output:T) {T:type, swap_memory:bool=False} [stateful]",
        "Puts a tensor on a stack, and hands it on.",
    ),
    op(
        "StackPush(handle:Ref(string), elem:T) -> (output:T) {T:type, swap_memory:bool=False}",
        "The same with a handle of the older kind.",
    )
    .flat(),
    op(
        "StackPopV2(handle:resource) -> (elem:elem_type) {elem_type:type} [stateful]",
        "Takes the last tensor from a stack.",
    ),
    op(
        "StackPop(handle:Ref(string)) -> (elem:elem_type) {elem_type:type}",
        "The same with a handle of the older kind.",
    )
    .flat(),
    op("StackCloseV2(handle:resource) -> () [stateful]", "Lets go of what is on a stack before the step is over.")
        .shape(gives_nothing),
    op("StackClose(handle:Ref(string)) -> ()", "The same with a handle of the older kind.").shape(gives_nothing).flat(),
];
