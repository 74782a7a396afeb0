//! `TensorArrayGradV3`, `TensorArrayGradWithShape`: the array of an array's gradients, in which several writes to one place are added up.

use super::rules::handle_and_flow;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "TensorArrayGradV3(handle:resource, flow_in:float) -> (grad_handle:resource, flow_out:float) {source:string} [stateful]",
        "The array of an array's gradients, in which several writes to one place are added up.",
    )
    .shape(handle_and_flow)
    .flat(),
    op(
        "TensorArrayGradWithShape(handle:resource, flow_in:float, shape_to_prepend:int32) -> (grad_handle:resource, flow_out:float) {source:string} [stateful]",
        "The same for gradients whose shape has more dimensions in front.",
    )
    .shape(handle_and_flow)
    .flat(),
];
