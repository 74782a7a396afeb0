//! `BroadcastTo`.

use super::repeat;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("BroadcastTo(input:T, shape:Tidx) -> (output:T) {T:type, Tidx:type=int32}", "").shape(repeat::broadcast_to)];
