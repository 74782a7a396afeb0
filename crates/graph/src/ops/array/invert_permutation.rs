//! `InvertPermutation`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] = &[op("InvertPermutation(x:T) -> (y:T) {T:type=int32}", "").shape(same::same_vector)];
