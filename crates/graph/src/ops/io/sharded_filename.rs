//! `ShardedFilename`: the names of the files of a set.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] = &[
    op(
        "ShardedFilename(basename:string, shard:int32, num_shards:int32) -> (filename:string)",
        "The name of one file of a sharded set.",
    )
    .shape(gives_scalar),
    op(
        "ShardedFilespec(basename:string, num_shards:int32) -> (filename:string)",
        "A pattern that matches the names of all files of a sharded set.",
    )
    .shape(gives_scalar),
];
