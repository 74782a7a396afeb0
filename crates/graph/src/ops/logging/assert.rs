//! `Assert`: what must hold.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_nothing,
};

pub(super) const OPS: &[Op] = &[op(
    "Assert(condition:bool, data:list(T)) -> () {T:list(type), summarize:int=3} [stateful]",
    "Fails, and shows its data, if the condition does not hold.",
)
.shape(gives_nothing)];
