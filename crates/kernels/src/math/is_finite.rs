//! `IsFinite`: whether it is neither infinite nor NaN.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::test;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("IsFinite", is_finite)];

fn is_finite(node: &Node) -> Result<Kernel> {
    test!(node, x => x.is_finite())
}
