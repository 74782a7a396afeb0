//! `StackV2`, `StackPushV2`, `StackPopV2`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("StackV2(max_size:int32) -> (handle:resource) {elem_type:type, stack_name:string=''} [stateful]", ""),
    op("StackPushV2(handle:resource, elem:T) -> (output:T) {T:type, swap_memory:bool=False} [stateful]", ""),
    op("StackPopV2(handle:resource) -> (elem:elem_type) {elem_type:type} [stateful]", ""),
];
