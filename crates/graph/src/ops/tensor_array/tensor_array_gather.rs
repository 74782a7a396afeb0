//! `TensorArrayGatherV3`: the tensors in some places of an array, stacked.

use super::rules::check_scalar;
use crate::op_def::AttrsExt;
use crate::op_def::{Op, op};
use crate::ops::array::known::vector_len;
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorArrayGatherV3(handle:resource, indices:int32, flow_in:float) -> (value:dtype) {dtype:type, element_shape:shape=unknown} [stateful]",
        "The tensors in some places of an array, stacked.",
    )
    .shape(stacked),
];

/// `[number of indices] + element_shape`.
fn stacked(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    check_scalar(query, 2)?;
    let count = vector_len(query, 1)?;
    Ok(vec![match query.node.attrs.shape("element_shape")?.sizes() {
        Some(sizes) => PartialShape::new([&[count], sizes].concat()),
        None => PartialShape::unknown(),
    }])
}
