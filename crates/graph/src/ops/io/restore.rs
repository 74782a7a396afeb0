//! `RestoreV2`: tensors from a checkpoint.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "RestoreV2(prefix:string, tensor_names:string, shape_and_slices:string) -> (tensors:list(dtypes)) {dtypes:list(type)} [stateful]",
    "Reads tensors, or slices of them, from a checkpoint.",
)];
