//! `Assert`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("Assert(condition:bool, data:list(T)) -> () {T:list(type), summarize:int=3} [stateful]", "")];
