//! `StopGradient`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] = &[op("StopGradient(input:T) -> (output:T) {T:type}", "").shape(same::same)];
