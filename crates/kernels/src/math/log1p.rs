//! `Log1p`: `y = ln(1 + x)`, exact near zero.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Log1p", log1p)];

fn log1p(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.ln_1p(), (x + T::ONE).ln())
}
