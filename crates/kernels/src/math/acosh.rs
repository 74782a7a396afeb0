//! `Acosh`: what has the hyperbolic cosine `x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Acosh", acosh)];

fn acosh(node: &Node) -> Result<Kernel> {
    analytic!(node, x => libm::acosh(x.into()) as _, x.acosh())
}
