//! `Div`: the quotient of each pair, towards zero for whole numbers.

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] =
    &[op("Div(x:T, y:T) -> (z:T) {T:type}", "The quotient of each pair, towards zero for whole numbers.")
        .shape(rules::broadcast_two)
        .gradient(gradient)];

/// Of `z = x / y`: `dz / y` and `-dz x / y^2`. Whole numbers have none that matters: gradients are of floats.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (x, y) = (node.conj(&x)?, node.conj(&y)?);
    let dx = node.call("RealDiv", &[&grad, &y])?;
    let minus = node.neg(&x)?;
    let slope = node.call("RealDiv", &[&minus, &y])?;
    let slope = node.call("RealDiv", &[&slope, &y])?;
    let dy = node.mul(&grad, &slope)?;
    two(node, &dx, &dy)
}
