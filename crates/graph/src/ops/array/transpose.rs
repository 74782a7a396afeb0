//! `Transpose`.

use super::reshape;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("Transpose(x:T, perm:Tperm) -> (y:T) {T:type, Tperm:type=int32}", "").shape(reshape::transpose)];
