//! `QueueDequeueUpToV2`, `QueueDequeueUpTo`: as `QueueDequeueManyV2`, but a closed queue gives what it has left.

use crate::op_def::{Op, op};
use crate::ops::infer::{input, scalar};
use crate::shape_rule::{ShapeQuery, unknown};
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "QueueDequeueUpToV2(handle:resource, n:int32) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1} [stateful]",
        "As `QueueDequeueManyV2`, but a closed queue gives what it has left.",
    )
    .shape(count_is_scalar),
    op(
        "QueueDequeueUpTo(handle:Ref(string), n:int32) -> (components:list(component_types)) {component_types:list(type), timeout_ms:int=-1}",
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
