//! `ZerosLike`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] = &[op("ZerosLike(x:T) -> (y:T) {T:type}", "").shape(same::same)];
