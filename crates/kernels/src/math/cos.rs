//! `Cos`: `y = cos x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Cos", cos)];

fn cos(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.cos(), x.cos())
}
