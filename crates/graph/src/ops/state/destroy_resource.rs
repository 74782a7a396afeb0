//! `DestroyResourceOp`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "DestroyResourceOp(resource:resource) -> () {ignore_lookup_error:bool=True} [stateful]",
    "Forgets what stands behind a handle.",
)
.shape(gives_nothing)];
