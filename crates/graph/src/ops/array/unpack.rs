//! `Unpack`.

use super::join;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("Unpack(value:T) -> (output:num*T) {num:int, T:type, axis:int=0}", "").shape(join::unpack)];
