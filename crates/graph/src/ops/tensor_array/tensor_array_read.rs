//! `TensorArrayReadV3`: the tensor in a place of an array.

use super::rules::check_scalar;
use crate::op_def::{Op, op};
use crate::shape_rule::ShapeQuery;
use crate::shape_rule::unknown;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[op(
    "TensorArrayReadV3(handle:resource, index:int32, flow_in:float) -> (value:dtype) {dtype:type} [stateful]",
    "The tensor in a place of an array.",
)
.shape(at_one_place)];

fn at_one_place(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    check_scalar(query, 1)?;
    check_scalar(query, 2)?;
    unknown(query)
}
