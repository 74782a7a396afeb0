//! SpaceToBatch: square blocks of images become entries of the batch.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};

use super::blocks::{Blocks, check_type};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("SpaceToBatch", space_to_batch)];

fn space_to_batch(node: &Node) -> Result<Kernel> {
    check_type(node)?;
    let size = node.attrs.int("block_size")?;
    if size < 2 {
        return Err(invalid_argument(format!("Block size should be > 1, but was: {size}")));
    }
    Ok(compute(move |[input, paddings]| Blocks::square(size, &paddings, input.shape().rank())?.to_batch(&input)))
}
