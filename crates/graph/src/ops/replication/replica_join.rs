//! `ReplicaJoin`: a worker, at one life of its process, comes.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "ReplicaJoin(handle:resource, replica:int64, global_step:int64) -> (state:int64) [stateful]",
    "Waits until a worker may begin; gives the version of the variables, and how many steps it makes before each push.",
)];
