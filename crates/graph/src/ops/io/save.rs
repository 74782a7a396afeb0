//! `SaveV2`: tensors to a checkpoint.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_nothing,
};

pub(super) const OPS: &[Op] = &[op(
    "SaveV2(prefix:string, tensor_names:string, shape_and_slices:string, tensors:list(dtypes)) -> () {dtypes:list(type)} [stateful]",
    "Writes tensors, or slices of them, to a checkpoint.",
)
.shape(gives_nothing)];
