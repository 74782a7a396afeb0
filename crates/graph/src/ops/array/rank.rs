//! `Rank`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] = &[op("Rank(input:T) -> (output:int32) {T:type}", "").shape(same::scalar)];
