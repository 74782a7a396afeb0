//! `Sqrt`, `SqrtGrad`: the square root of each element.

use super::arithmetic::{Arithmetic, Grads, one};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[
    op("Sqrt(x:T) -> (y:T) {T:type}", "The square root of each element.").shape(same_as_first).gradient(gradient),
    op("SqrtGrad(y:T, dy:T) -> (z:T) {T:type}", "The gradient of a square root, from the root and the gradient of it.")
        .shape(same_as_first)
        .gradient(second),
];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (y, grad) = (node.output(0)?, node.grad(0)?);
    one(node.call("SqrtGrad", &[&y, &grad])?)
}

/// Of `dx = dy / (2 y)`.
fn second(node: &mut Backward<'_>) -> Grads {
    let (y, dx, grad) = (node.input(0)?, node.output(0)?, node.grad(0)?);
    let quotient = node.div(&grad, &y)?;
    let conjugate = node.conj(&quotient)?;
    let by_y = node.mul(&conjugate, &dx)?;
    Ok(vec![Some(node.neg(&by_y)?.into()), Some(node.times(&quotient, 0.5)?.into())])
}
