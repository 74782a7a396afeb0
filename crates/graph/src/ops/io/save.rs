//! `SaveV2`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "SaveV2(prefix:string, tensor_names:string, shape_and_slices:string, tensors:list(dtypes)) -> () {dtypes:list(type)} [stateful]",
    "",
)];
