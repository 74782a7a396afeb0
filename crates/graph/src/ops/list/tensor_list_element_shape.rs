//! `TensorListElementShape`: what a list says of the shape of its items.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "TensorListElementShape(input_handle:variant) -> (element_shape:shape_type) {shape_type:type}",
    "What a list says of the shape of its items.",
)
.flat()];
