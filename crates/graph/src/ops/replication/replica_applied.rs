//! `ReplicaApplied`: a batch has been applied.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "ReplicaApplied(handle:resource, version:int64) -> () [stateful]",
    "Says that a batch has been applied, and waits until whoever applied it may go on.",
)
.shape(gives_nothing)];
