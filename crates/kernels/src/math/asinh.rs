//! `Asinh`: what has the hyperbolic sine `x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Asinh", asinh)];

fn asinh(node: &Node) -> Result<Kernel> {
    analytic!(node, x => libm::asinh(x.into()) as _, x.asinh())
}
