//! `SquaredDifference`: the square of the difference of each pair.

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] =
    &[op("SquaredDifference(x:T, y:T) -> (z:T) {T:type} [commutative]", "The square of the difference of each pair.")
        .shape(rules::broadcast_two)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let difference = node.sub(&x, &y)?;
    let twice = node.times(&grad, 2.0)?;
    let dx = node.mul(&twice, &difference)?;
    let dy = node.neg(&dx)?;
    two(node, &dx, &dy)
}
