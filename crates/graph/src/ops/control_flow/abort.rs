//! `Abort`: ends the step with an error; TensorFlow's ends the process.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "Abort() -> () {error_msg:string='', exit_without_error:bool=False}",
    "Ends the step with an error; TensorFlow's ends the process.",
)
.shape(gives_nothing)];
