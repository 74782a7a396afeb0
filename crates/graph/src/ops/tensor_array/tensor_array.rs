//! `TensorArrayV3`: makes an array of so many tensors, each to be written once, that lives as long as the step.

use super::rules::{check_scalar, handle_and_flow};
use crate::op_def::{Op, op};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorArrayV3(size:int32) -> (handle:resource, flow:float) {dtype:type, element_shape:shape=unknown, dynamic_size:bool=False, clear_after_read:bool=True, identical_element_shapes:bool=False, tensor_array_name:string=''} [stateful]",
        "Makes an array of so many tensors, each to be written once, that lives as long as the step.",
    )
    .shape(sized)
    .flat(),
];

/// `size` is a scalar.
fn sized(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    check_scalar(query, 0)?;
    handle_and_flow(query)
}
