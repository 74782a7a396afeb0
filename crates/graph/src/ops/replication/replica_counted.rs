//! `ReplicaCounted`: how many updates there have been.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[op(
    "ReplicaCounted(resource:resource, version:int64) -> () [stateful]",
    "Raises the number of updates that a variable counts to a batch's version. Of batches that are applied at the same time \
     the later may be the first to end; the number never falls.",
)
.shape(gives_nothing)];
