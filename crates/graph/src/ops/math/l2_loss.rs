//! `L2Loss`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[op("L2Loss(t:T) -> (output:T) {T:type}", "").shape(gives_scalar)];
