//! `CheckNumerics`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] =
    &[op("CheckNumerics(tensor:T) -> (output:T) {T:type, message:string} [stateful]", "").shape(same::same)];
