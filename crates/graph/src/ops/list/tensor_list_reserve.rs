//! `TensorListReserve`: a list of items that are not set.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListReserve(element_shape:shape_type, num_elements:int32) -> (handle:variant) {element_dtype:type, shape_type:type}",
        "A list of items that are not set.",
    )
    .shape(gives_scalar),
];
