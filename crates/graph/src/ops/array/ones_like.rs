//! `OnesLike`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] = &[op("OnesLike(x:T) -> (y:T) {T:type}", "").shape(same::same)];
