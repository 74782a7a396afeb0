//! SpaceToBatchND: blocks of space become entries of the batch.

use regatta_graph::Node;
use regatta_status::Result;

use super::blocks::{Blocks, check_type};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("SpaceToBatchND", space_to_batch_nd)];

fn space_to_batch_nd(node: &Node) -> Result<Kernel> {
    check_type(node)?;
    Ok(compute(|[input, sizes, paddings]| Blocks::new(&sizes, &paddings, input.shape().rank())?.to_batch(&input)))
}
