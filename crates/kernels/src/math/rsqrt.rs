//! `Rsqrt`: `y = x^(-1/2)`.

use regatta_graph::Node;
use regatta_status::Result;

use super::{binary::gradient, unary::analytic};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Rsqrt", rsqrt), ("RsqrtGrad", gradient)];

fn rsqrt(node: &Node) -> Result<Kernel> {
    analytic!(node, x => 1.0 / x.sqrt(), T::ONE / x.sqrt())
}

/// `dx = -dy y^3 / 2`, where `y = x^(-1/2)`; both have one shape.
fn gradient(node: &Node) -> Result<Kernel> {
    gradient!(node, (y, dy) => dy * -0.5 * (y * y * y), dy * T::from(-0.5) * (y.conj() * y.conj() * y.conj()))
}
