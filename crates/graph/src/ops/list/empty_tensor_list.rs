//! `EmptyTensorList`: a list without items.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "EmptyTensorList(element_shape:shape_type, max_num_elements:int32) -> (handle:variant) {element_dtype:type, shape_type:type}",
        "A list without items.",
    )
    .shape(gives_scalar),
];
