//! `QueueSizeV2`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] =
    &[op("QueueSizeV2(handle:resource) -> (size:int32) {} [stateful]", "").shape(gives_scalar)];
