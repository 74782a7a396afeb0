//! `Tan`: `y = tan x`.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::analytic;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Tan", tan)];

fn tan(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.tan(), x.tan())
}
