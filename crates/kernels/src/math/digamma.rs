//! `Digamma`: the slope of the gamma function's logarithm.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::f16;

use super::{gamma, unary::real};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Digamma", digamma)];

fn digamma(node: &Node) -> Result<Kernel> {
    real!(node, [f32, f64, f16], x => gamma::digamma(x.into()) as _)
}
