//! `Lgamma`: the logarithm of the gamma function's magnitude.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::f16;

use super::{gamma, unary::real};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Lgamma", lgamma)];

fn lgamma(node: &Node) -> Result<Kernel> {
    real!(node, [f32, f64, f16], x => gamma::log_gamma(x.into()) as _)
}
