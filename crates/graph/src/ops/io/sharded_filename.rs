//! `ShardedFilename`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] =
    &[op("ShardedFilename(basename:string, shard:int32, num_shards:int32) -> (filename:string)", "")
        .shape(same::scalar)];
