//! `TensorListPushBackBatch`: several lists, each with one more item, a row of the tensor.

use crate::op_def::{Op, op};
use crate::ops::infer::same_as_first;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListPushBackBatch(input_handles:variant, tensor:element_dtype) -> (output_handles:variant) {element_dtype:type}",
        "Several lists, each with one more item, a row of the tensor.",
    )
    .shape(same_as_first)
    .flat(),
];
