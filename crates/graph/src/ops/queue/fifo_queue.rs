//! `FIFOQueueV2`, `FIFOQueue`: names a queue that gives out its elements in the order in which they came, and makes it at first use.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "FIFOQueueV2() -> (handle:resource) {component_types:list(type), shapes:list(shape)=[], capacity:int=-1, container:string='', shared_name:string=''} [stateful]",
        "Names a queue that gives out its elements in the order in which they came, and makes it at first use.",
    )
    .shape(gives_scalar),
    op(
        "FIFOQueue() -> (handle:Ref(string)) {component_types:list(type), shapes:list(shape)=[], capacity:int=-1, container:string='', shared_name:string=''} [stateful]",
        "The same with a handle of the older kind.",
    ),
];
