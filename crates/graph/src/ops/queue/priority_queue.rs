//! `PriorityQueueV2`, `PriorityQueue`: names a queue that gives out the element with the smallest number first.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "PriorityQueueV2() -> (handle:resource) {component_types:list(type)=[], shapes:list(shape), capacity:int=-1, container:string='', shared_name:string=''} [stateful]",
        "Names a queue that gives out the element with the smallest number first.",
    )
    .shape(gives_scalar),
    op(
        "PriorityQueue() -> (handle:Ref(string)) {component_types:list(type)=[], shapes:list(shape), capacity:int=-1, container:string='', shared_name:string=''} [stateful]",
        "The same with a handle of the older kind.",
    ),
];
