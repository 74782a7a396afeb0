//! `OneHot`.

use super::repeat;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "OneHot(indices:TI, depth:int32, on_value:T, off_value:T) -> (output:T) {axis:int=-1, T:type, TI:type=int64}",
    "",
)
.shape(repeat::one_hot)];
