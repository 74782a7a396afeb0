//! `Rsqrt`, `RsqrtGrad`: one divided by the square root of each element.

use super::arithmetic::{Arithmetic, Grads, one};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[
    op("Rsqrt(x:T) -> (y:T) {T:type}", "One divided by the square root of each element.")
        .shape(same_as_first)
        .gradient(gradient),
    op(
        "RsqrtGrad(y:T, dy:T) -> (z:T) {T:type}",
        "The gradient of a reciprocal square root, from that root and the gradient of it.",
    )
    .shape(same_as_first)
    .gradient(second),
];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (y, grad) = (node.output(0)?, node.grad(0)?);
    one(node.call("RsqrtGrad", &[&y, &grad])?)
}

/// Of `dx = -dy y^3 / 2`.
fn second(node: &mut Backward<'_>) -> Grads {
    let (y, dy, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (y, conjugate) = (node.conj(&y)?, node.conj(&grad)?);
    let square = node.square(&y)?;
    let product = node.mul(&conjugate, &dy)?;
    let product = node.mul(&product, &square)?;
    let by_dy = node.call("RsqrtGrad", &[&y, &grad])?;
    Ok(vec![Some(node.times(&product, -1.5)?.into()), Some(by_dy.into())])
}
