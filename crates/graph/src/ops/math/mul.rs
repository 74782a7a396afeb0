//! `Mul`: the product of each pair.

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op("Mul(x:T, y:T) -> (z:T) {T:type} [commutative]", "The product of each pair.")
    .shape(rules::broadcast_two)
    .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (x, y) = (node.conj(&x)?, node.conj(&y)?);
    let (dx, dy) = (node.mul(&grad, &y)?, node.mul(&x, &grad)?);
    two(node, &dx, &dy)
}
