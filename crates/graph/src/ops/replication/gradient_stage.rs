//! `GradientStage`: names a stage for the gradients of a variable, and makes it at first use.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[op(
    "GradientStage() -> (handle:resource) {container:string='', shared_name:string=''} [stateful]",
    "Names a stage on which the gradients of a variable wait, one of each worker, and makes it at first use.",
)
.shape(gives_scalar)];
