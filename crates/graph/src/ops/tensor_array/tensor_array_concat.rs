//! `TensorArrayConcatV3`: the tensors of an array one behind the other, and how long each is.

use crate::op_def::{Op, op};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorArrayConcatV3(handle:resource, flow_in:float) -> (value:dtype, lengths:int64) {dtype:type, element_shape_except0:shape=unknown} [stateful]",
        "The tensors of an array one behind the other, and how long each is.",
    )
    .shape(joined),
];

fn joined(_: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::unknown(), PartialShape::of_rank(1)])
}
