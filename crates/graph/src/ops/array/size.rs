//! `Size`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] =
    &[op("Size(input:T) -> (output:out_type) {T:type, out_type:type=int32}", "").shape(same::scalar)];
