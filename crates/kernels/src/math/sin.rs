//! `Sin`: `y = sin x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Sin", sin)];

fn sin(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.sin(), x.sin())
}
