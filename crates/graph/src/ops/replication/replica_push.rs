//! `ReplicaPush`: a worker's gradient is on the stages; gives what becomes of it.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "ReplicaPush(handle:resource, key:int64, version:int64, report:double) -> (receipt:int64, applies:bool, batch:int64, version_made:int64) [stateful]",
    "Waits until a gradient on the stages is settled, or until it completes a batch that this step is to apply.",
)];
