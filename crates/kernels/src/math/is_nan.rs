//! `IsNan`: whether it is not a number.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::test;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("IsNan", is_nan)];

fn is_nan(node: &Node) -> Result<Kernel> {
    test!(node, x => x.is_nan())
}
