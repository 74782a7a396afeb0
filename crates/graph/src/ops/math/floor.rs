//! `Floor`.

use crate::op_def::{Op, op};
use crate::ops::infer::same_as_first;

pub(super) const OPS: &[Op] = &[op("Floor(x:T) -> (y:T) {T:type}", "").shape(same_as_first)];
