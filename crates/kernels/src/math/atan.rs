//! `Atan`: the angle whose tangent is `x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Atan", atan)];

fn atan(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.atan(), x.atan())
}
