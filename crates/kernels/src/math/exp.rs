//! `Exp`: `y = exp x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::{number::Float, unary::analytic};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Exp", exp)];

fn exp(node: &Node) -> Result<Kernel> {
    analytic!(node, x => Float::exp(x), x.exp())
}
