//! `OnesLike`: ones in the shape of a tensor.

use super::same;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("OnesLike(x:T) -> (y:T) {T:type}", "Ones in the shape of the input.").shape(same::same).flat()];
