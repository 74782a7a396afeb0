//! `DebugGradientIdentity`: a mark for debuggers of gradients.

use super::{grads::pass, same};
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "DebugGradientIdentity(input:T) -> (output:T) {T:type}",
    "Its input; marks a tensor whose gradient a debugger wants to see.",
)
.shape(same::same)
.gradient(pass)];
