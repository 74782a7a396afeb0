//! `TensorArrayWriteV3`: puts a tensor into a place of an array.

use super::rules::check_scalar;
use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[op(
    "TensorArrayWriteV3(handle:resource, index:int32, value:T, flow_in:float) -> (flow_out:float) {T:type} [stateful]",
    "Puts a tensor into a place of an array.",
)
.shape(at_one_place)];

fn at_one_place(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    check_scalar(query, 1)?;
    check_scalar(query, 3)?;
    gives_scalar(query)
}
