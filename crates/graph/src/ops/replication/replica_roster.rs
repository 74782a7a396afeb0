//! `ReplicaRoster`: which workers are there.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "ReplicaRoster(handle:resource) -> (workers:int64) [stateful]",
    "The workers that have joined and are heard of.",
)];
