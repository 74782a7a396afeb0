//! `AddN`.

use crate::op_def::{Op, op};
use crate::ops::infer::all_the_same;

pub(super) const OPS: &[Op] =
    &[op("AddN(inputs:N*T) -> (sum:T) {N:int, T:type} [commutative,aggregate]", "").shape(all_the_same)];
