//! `ReplicaLeave`: a worker has finished.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "ReplicaLeave(handle:resource, replica:int64) -> () [stateful]",
    "Says that a worker has finished, and is not to be waited for.",
)
.shape(gives_nothing)];
