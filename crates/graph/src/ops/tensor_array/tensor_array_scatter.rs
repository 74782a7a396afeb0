//! `TensorArrayScatterV3`: puts the rows of a tensor into places of an array.

use super::rules::check_scalar;
use crate::op_def::{Op, op};
use crate::ops::array::known::vector_len;
use crate::ops::infer::gives_scalar;
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorArrayScatterV3(handle:resource, indices:int32, value:T, flow_in:float) -> (flow_out:float) {T:type} [stateful]",
        "Puts the rows of a tensor into places of an array.",
    )
    .shape(at_places),
];

fn at_places(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    vector_len(query, 1)?;
    check_scalar(query, 3)?;
    gives_scalar(query)
}
