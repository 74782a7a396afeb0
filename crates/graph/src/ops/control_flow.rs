//! Conditions, loops and order: the ops that decide whether others run.

use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op("NoOp() -> ()", unknown),
    op("ControlTrigger() -> ()", unknown),
    op("Switch(data:T, pred:bool) -> (output_false:T, output_true:T) {T:type}", unknown),
    op(
        "RefSwitch(data:Ref(T), pred:bool) -> (output_false:Ref(T), output_true:Ref(T)) {T:type} [allows_uninit]",
        unknown,
    ),
    op("Merge(inputs:N*T) -> (output:T, value_index:int32) {T:type, N:int}", unknown),
    op(
        "Enter(data:T) -> (output:T) {T:type, frame_name:string, is_constant:bool=False, parallel_iterations:int=10}",
        unknown,
    ),
    op("Exit(data:T) -> (output:T) {T:type}", unknown),
    op("NextIteration(data:T) -> (output:T) {T:type}", unknown),
    op("LoopCond(input:bool) -> (output:bool)", unknown),
    op("Assert(condition:bool, data:list(T)) -> () {T:list(type), summarize:int=3} [stateful]", unknown),
    op("StackV2(max_size:int32) -> (handle:resource) {elem_type:type, stack_name:string=''} [stateful]", unknown),
    op("StackPushV2(handle:resource, elem:T) -> (output:T) {T:type, swap_memory:bool=False} [stateful]", unknown),
    op("StackPopV2(handle:resource) -> (elem:elem_type) {elem_type:type} [stateful]", unknown),
];
