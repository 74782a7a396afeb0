//! `Sqrt`: `y = x^(1/2)`.

use regatta_graph::Node;
use regatta_status::Result;

use super::{binary::gradient, unary::analytic};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Sqrt", sqrt), ("SqrtGrad", gradient)];

fn sqrt(node: &Node) -> Result<Kernel> {
    analytic!(node, x => x.sqrt(), x.sqrt())
}

/// `dx = dy / (2 y)`, where `y = x^(1/2)`; both have one shape.
fn gradient(node: &Node) -> Result<Kernel> {
    gradient!(node, (y, dy) => dy * 0.5 / y, dy * T::from(0.5) / y.conj())
}
