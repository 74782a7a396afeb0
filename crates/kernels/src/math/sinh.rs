//! `Sinh`: `y = (exp(x) - exp(-x)) / 2`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Sinh", sinh)];

fn sinh(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.sinh(), x.sinh())
}
