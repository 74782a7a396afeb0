//! `ZerosLike`: zeros in the shape of a tensor.

use super::same;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("ZerosLike(x:T) -> (y:T) {T:type}", "Zeros in the shape of the input.").shape(same::same).flat()];
