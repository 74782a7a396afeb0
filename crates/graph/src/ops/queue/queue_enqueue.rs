//! `QueueEnqueueV2`, `QueueEnqueue`: puts an element into a queue, once there is room.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "QueueEnqueueV2(handle:resource, components:list(Tcomponents)) -> () {Tcomponents:list(type), timeout_ms:int=-1} [stateful]",
        "Puts an element into a queue, once there is room.",
    )
    .shape(gives_nothing),
    op(
        "QueueEnqueue(handle:Ref(string), components:list(Tcomponents)) -> () {Tcomponents:list(type), timeout_ms:int=-1}",
        "The same with a handle of the older kind.",
    )
    .shape(gives_nothing)
    .flat(),
];
