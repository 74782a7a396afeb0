//! `NextIteration`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("NextIteration(data:T) -> (output:T) {T:type}", "")];
