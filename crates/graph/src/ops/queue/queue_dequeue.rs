//! `QueueDequeueV2`, `QueueDequeueManyV2`, `QueueDequeueUpToV2`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "QueueDequeueV2(handle:resource) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1} [stateful]",
        "",
    ),
    op(
        "QueueDequeueManyV2(handle:resource, n:int32) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1} [stateful]",
        "",
    ),
    op(
        "QueueDequeueUpToV2(handle:resource, n:int32) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1} [stateful]",
        "",
    ),
];
