//! `Asin`: the angle whose sine is `x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Asin", asin)];

fn asin(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.asin(), x.asin())
}
