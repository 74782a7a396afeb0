//! `Expm1`: `y = exp(x) - 1`, exact near zero.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Expm1", expm1)];

fn expm1(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.exp_m1(), x.exp() - T::ONE)
}
