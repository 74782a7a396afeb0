//! BatchToSpace: entries of the batch become square blocks of images.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};

use super::blocks::{Blocks, check_type};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("BatchToSpace", batch_to_space)];

fn batch_to_space(node: &Node) -> Result<Kernel> {
    check_type(node)?;
    let size = node.attrs.int("block_size")?;
    if size < 2 {
        return Err(invalid_argument(format!("Block size should be > 1, but was: {size}")));
    }
    Ok(compute(move |[input, crops]| Blocks::square(size, &crops, input.shape().rank())?.to_space(&input)))
}
