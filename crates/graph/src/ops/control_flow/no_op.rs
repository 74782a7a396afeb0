//! `NoOp`: does nothing; others wait for it.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op("NoOp() -> ()", "Does nothing; others wait for it.").shape(gives_nothing)];
