//! Checkpoints.

use super::array::same;
use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op(
        "SaveV2(prefix:string, tensor_names:string, shape_and_slices:string, tensors:list(dtypes)) -> () {dtypes:list(type)} [stateful]",
        unknown,
    ),
    op(
        "RestoreV2(prefix:string, tensor_names:string, shape_and_slices:string) -> (tensors:list(dtypes)) {dtypes:list(type)} [stateful]",
        unknown,
    ),
    op(
        "MergeV2Checkpoints(checkpoint_prefixes:string, destination_prefix:string) -> () {delete_old_dirs:bool=True, allow_missing_files:bool=False} [stateful]",
        unknown,
    ),
    op("ShardedFilename(basename:string, shard:int32, num_shards:int32) -> (filename:string)", same::scalar),
];
