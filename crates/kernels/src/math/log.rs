//! `Log`: `y = ln x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::{number::Float, unary::analytic};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Log", log)];

fn log(node: &Node) -> Result<Kernel> {
    analytic!(node, x => Float::ln(x), x.ln())
}
