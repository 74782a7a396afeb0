//! `BroadcastGradientArgs`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] =
    &[op("BroadcastGradientArgs(s0:T, s1:T) -> (r0:T, r1:T) {T:type=int32}", "").shape(same::vector)];
