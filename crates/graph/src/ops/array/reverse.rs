//! `ReverseV2`.

use super::index;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("ReverseV2(tensor:T, axis:Tidx) -> (output:T) {Tidx:type=int32, T:type}", "").shape(index::reverse)];
