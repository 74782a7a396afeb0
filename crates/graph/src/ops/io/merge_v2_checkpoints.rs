//! `MergeV2Checkpoints`: one checkpoint of several.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_nothing,
};

pub(super) const OPS: &[Op] = &[op(
    "MergeV2Checkpoints(checkpoint_prefixes:string, destination_prefix:string) -> () {delete_old_dirs:bool=True, allow_missing_files:bool=False} [stateful]",
    "Makes one checkpoint of the parts that several tasks have saved.",
)
.shape(gives_nothing)];
