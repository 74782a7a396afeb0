//! `MergeV2Checkpoints`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "MergeV2Checkpoints(checkpoint_prefixes:string, destination_prefix:string) -> () {delete_old_dirs:bool=True, allow_missing_files:bool=False} [stateful]",
    "",
)];
