//! `Reciprocal`, `Inv`, `InvGrad`, `ReciprocalGrad`: one divided by each element.

use super::arithmetic::{Arithmetic, Grads, one};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[
    op("Reciprocal(x:T) -> (y:T) {T:type}", "One divided by each element.").shape(same_as_first).gradient(gradient),
    op("Inv(x:T) -> (y:T) {T:type}", "One divided by each element.").shape(same_as_first).gradient(gradient),
    op(
        "InvGrad(y:T, dy:T) -> (z:T) {T:type}",
        "The gradient of a reciprocal, from the reciprocal and the gradient of it.",
    )
    .shape(same_as_first)
    .gradient(second),
    op(
        "ReciprocalGrad(y:T, dy:T) -> (z:T) {T:type}",
        "The gradient of a reciprocal, from the reciprocal and the gradient of it.",
    )
    .shape(same_as_first)
    .gradient(second),
];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (y, grad) = (node.output(0)?, node.grad(0)?);
    one(node.call("ReciprocalGrad", &[&y, &grad])?)
}

/// Of `dx = -dy y^2`.
fn second(node: &mut Backward<'_>) -> Grads {
    let (y, dy, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (y, conjugate) = (node.conj(&y)?, node.conj(&grad)?);
    let product = node.mul(&conjugate, &dy)?;
    let product = node.mul(&product, &y)?;
    let by_dy = node.call("ReciprocalGrad", &[&y, &grad])?;
    Ok(vec![Some(node.times(&product, -2.0)?.into()), Some(by_dy.into())])
}
