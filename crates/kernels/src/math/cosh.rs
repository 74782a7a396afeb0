//! `Cosh`: `y = (exp(x) + exp(-x)) / 2`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Cosh", cosh)];

fn cosh(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.cosh(), x.cosh())
}
