//! `Assert`: ends the step with its data in the error if the condition does not hold.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "Assert(condition:bool, data:list(T)) -> () {T:list(type), summarize:int=3} [stateful]",
    "Ends the step with its data in the error if the condition does not hold.",
)
.shape(gives_nothing)
.flat()];
