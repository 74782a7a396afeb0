//! `QueueDequeueManyV2`, `QueueDequeueMany`: takes so many elements from a queue, once there are as many, and stacks them.

use crate::op_def::{Op, op};
use crate::ops::infer::{input, scalar};
use crate::shape_rule::{ShapeQuery, unknown};
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "QueueDequeueManyV2(handle:resource, n:int32) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1} [stateful]",
        "Takes so many elements from a queue, once there are as many, and stacks them.",
    )
    .shape(count_is_scalar),
    op(
        "QueueDequeueMany(handle:Ref(string), n:int32) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1}",
        "The same with a handle of the older kind.",
    )
    .shape(count_is_scalar)
    .flat(),
];

/// The number of elements is a scalar.
fn count_is_scalar(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 1)?)?;
    unknown(query)
}
