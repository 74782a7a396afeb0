//! `Exit`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("Exit(data:T) -> (output:T) {T:type}", "")];
