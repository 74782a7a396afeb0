//! `Rint`: the nearest whole number, of two the even one.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::real;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Rint", rint)];

fn rint(node: &Node) -> Result<Kernel> {
    real!(node, [f32, f64], x => x.round_ties_even())
}
