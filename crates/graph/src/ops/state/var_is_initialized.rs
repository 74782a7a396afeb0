//! `VarIsInitializedOp`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[op(
    "VarIsInitializedOp(resource:resource) -> (is_initialized:bool) [stateful]",
    "Whether the variable behind a handle has a value.",
)
.shape(gives_scalar)
.flat()];
