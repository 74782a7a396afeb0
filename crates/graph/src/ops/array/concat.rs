//! `ConcatV2`.

use super::join;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("ConcatV2(values:N*T, axis:Tidx) -> (output:T) {N:int, T:type, Tidx:type=int32}", "").shape(join::concat)];
