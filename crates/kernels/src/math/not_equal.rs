//! `NotEqual`: whether they differ; NaN differs from itself.

use regatta_graph::Node;
use regatta_status::Result;

use super::equal::equality;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("NotEqual", not_equal)];

fn not_equal(node: &Node) -> Result<Kernel> {
    equality(node, false)
}
