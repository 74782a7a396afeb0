//! Queues: elements of several components that steps hand to each other.

use super::infer::{gives_nothing, gives_scalar};
use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op(
        "FIFOQueueV2() -> (handle:resource) {component_types:list(type), shapes:list(shape)=[], capacity:int=-1, container:string='', shared_name:string=''} [stateful]",
        gives_scalar,
    ),
    op(
        "QueueEnqueueV2(handle:resource, components:list(Tcomponents)) -> () {Tcomponents:list(type), timeout_ms:int=-1} [stateful]",
        gives_nothing,
    ),
    op(
        "QueueEnqueueManyV2(handle:resource, components:list(Tcomponents)) -> () {Tcomponents:list(type), timeout_ms:int=-1} [stateful]",
        gives_nothing,
    ),
    op(
        "QueueDequeueV2(handle:resource) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1} [stateful]",
        unknown,
    ),
    op(
        "QueueDequeueManyV2(handle:resource, n:int32) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1} [stateful]",
        unknown,
    ),
    op(
        "QueueDequeueUpToV2(handle:resource, n:int32) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1} [stateful]",
        unknown,
    ),
    op("QueueCloseV2(handle:resource) -> () {cancel_pending_enqueues:bool=False} [stateful]", gives_nothing),
    op("QueueSizeV2(handle:resource) -> (size:int32) {} [stateful]", gives_scalar),
    op("QueueIsClosedV2(handle:resource) -> (is_closed:bool) {} [stateful]", gives_scalar),
];
