//! BatchToSpaceND: entries of the batch become blocks of space.

use regatta_graph::Node;
use regatta_status::Result;

use super::blocks::{Blocks, check_type};
use crate::{Build, Kernel, math::output::compute};

pub(super) const KERNELS: &[(&str, Build)] = &[("BatchToSpaceND", batch_to_space_nd)];

fn batch_to_space_nd(node: &Node) -> Result<Kernel> {
    check_type(node)?;
    Ok(compute(|[input, sizes, crops]| Blocks::new(&sizes, &crops, input.shape().rank())?.to_space(&input)))
}
