//! ShardedFilename: `basename-00003-of-00010`; ShardedFilespec: `basename-?????-of-00010`, which matches all of them.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("ShardedFilename", sharded_filename), ("ShardedFilespec", sharded_filespec)];

fn sharded_filename(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [basename, shard, num_shards] = take(inputs)?;
        scalars(&[("basename", &basename), ("shard", &shard), ("num_shards", &num_shards)])?;
        let end = format!("-{:05}-of-{:05}", shard.single::<i32>()?, num_shards.single::<i32>()?);
        with_end(&basename, &end)
    })))
}

fn sharded_filespec(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [basename, num_shards] = take(inputs)?;
        scalars(&[("basename", &basename), ("num_shards", &num_shards)])?;
        with_end(&basename, &format!("-?????-of-{:05}", num_shards.single::<i32>()?))
    })))
}

fn scalars(inputs: &[(&str, &Tensor)]) -> Result<()> {
    match inputs.iter().find(|(_, input)| input.shape().rank() != 0) {
        Some((name, input)) => Err(invalid_argument(format!("{name} must be a scalar, got shape {}", input.shape()))),
        None => Ok(()),
    }
}

fn with_end(basename: &Tensor, end: &str) -> Result<Vec<Tensor>> {
    let mut name = basename.as_strings()?.concat();
    name.extend_from_slice(end.as_bytes());
    Ok(vec![Tensor::string(name)])
}
