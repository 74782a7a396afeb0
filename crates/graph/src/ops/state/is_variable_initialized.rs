//! `IsVariableInitialized`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[op(
    "IsVariableInitialized(ref:Ref(dtype)) -> (is_initialized:bool) {dtype:type} [allows_uninit]",
    "Whether a variable has a value.",
)
.shape(gives_scalar)];
