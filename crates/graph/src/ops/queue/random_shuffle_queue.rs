//! `RandomShuffleQueueV2`, `RandomShuffleQueue`: names a queue that gives out its elements in random order.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "RandomShuffleQueueV2() -> (handle:resource) {component_types:list(type), shapes:list(shape)=[], capacity:int=-1, min_after_dequeue:int=0, seed:int=0, seed2:int=0, container:string='', shared_name:string=''} [stateful]",
        "Names a queue that gives out its elements in random order.",
    )
    .shape(gives_scalar),
    op(
        "RandomShuffleQueue() -> (handle:Ref(string)) {component_types:list(type), shapes:list(shape)=[], capacity:int=-1, min_after_dequeue:int=0, seed:int=0, seed2:int=0, container:string='', shared_name:string=''} [stateful]",
        "The same with a handle of the older kind.",
    ),
];
