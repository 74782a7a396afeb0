//! `LessEqual`: whether `x <= y`.

use regatta_graph::Node;
use regatta_status::Result;

use super::binary::comparison;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("LessEqual", less_equal)];

fn less_equal(node: &Node) -> Result<Kernel> {
    comparison!(node, (x, y) => x <= y)
}
