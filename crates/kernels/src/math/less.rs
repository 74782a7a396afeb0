//! `Less`: whether `x < y`.

use regatta_graph::Node;
use regatta_status::Result;

use super::binary::comparison;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Less", less)];

fn less(node: &Node) -> Result<Kernel> {
    comparison!(node, (x, y) => x < y)
}
