//! `QueueDequeueV2`, `QueueDequeue`: takes an element from a queue, once there is one.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "QueueDequeueV2(handle:resource) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1} [stateful]",
        "Takes an element from a queue, once there is one.",
    ),
    op(
        "QueueDequeue(handle:Ref(string)) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1}",
        "The same with a handle of the older kind.",
    )
    .flat(),
];
