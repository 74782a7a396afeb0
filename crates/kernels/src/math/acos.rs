//! `Acos`: the angle whose cosine is `x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Acos", acos)];

fn acos(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.acos(), x.acos())
}
