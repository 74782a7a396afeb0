//! `Atanh`: what has the hyperbolic tangent `x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Atanh", atanh)];

fn atanh(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.atanh(), x.atanh())
}
