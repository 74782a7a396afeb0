//! `LogicalNot`.

use crate::op_def::{Op, op};
use crate::ops::infer::same_as_first;

pub(super) const OPS: &[Op] = &[op("LogicalNot(x:bool) -> (y:bool)", "").shape(same_as_first)];
