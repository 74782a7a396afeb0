//! `Enter`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "Enter(data:T) -> (output:T) {T:type, frame_name:string, is_constant:bool=False, parallel_iterations:int=10}",
    "",
)];
