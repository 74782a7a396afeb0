//! `IsInf`: whether it is infinite, of either sign.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::test;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("IsInf", is_inf)];

fn is_inf(node: &Node) -> Result<Kernel> {
    test!(node, x => x.is_infinite())
}
