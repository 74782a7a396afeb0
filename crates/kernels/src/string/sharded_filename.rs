//! ShardedFilename: `basename-00003-of-00010`.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use crate::{Kernel, array::elements::take};

pub(crate) fn sharded_filename(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [basename, shard, num_shards] = take(inputs)?;
        for (name, input) in [("basename", &basename), ("shard", &shard), ("num_shards", &num_shards)] {
            if input.shape().rank() != 0 {
                return Err(invalid_argument(format!("{name} must be a scalar, got shape {}", input.shape())));
            }
        }
        let mut name = basename.as_strings()?.concat();
        name.extend(format!("-{:05}-of-{:05}", shard.single::<i32>()?, num_shards.single::<i32>()?).into_bytes());
        Ok(vec![Tensor::string(name)])
    })))
}
