//! `TensorListConcatLists`: lists with the items of others behind their own.

use crate::op_def::{Op, op};
use crate::ops::infer::same_as_first;

pub(super) const OPS: &[Op] = &[op(
    "TensorListConcatLists(input_a:variant, input_b:variant) -> (output:variant) {element_dtype:type}",
    "Lists with the items of others behind their own.",
)
.shape(same_as_first)
.flat()];
