//! `Reciprocal`: `y = 1 / x`.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{
    binary::gradient,
    number::{Field, Number},
    unary::elementwise,
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("Reciprocal", reciprocal), ("Inv", reciprocal), ("ReciprocalGrad", gradient), ("InvGrad", gradient)];

fn reciprocal(node: &Node) -> Result<Kernel> {
    elementwise!(node, [f32, f64, f16, bf16, Complex<f32>, Complex<f64>], T => |x: T| Field::div(T::ONE, x))
}

/// `dx = -dy y^2`, where `y = 1 / x`; both have one shape.
fn gradient(node: &Node) -> Result<Kernel> {
    gradient!(node, (y, dy) => -dy * y * y, -dy * y.conj() * y.conj())
}
