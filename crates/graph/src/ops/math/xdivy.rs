//! `Xdivy`: the quotient of each pair, and zero where the dividend is zero.

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] =
    &[op("Xdivy(x:T, y:T) -> (z:T) {T:type}", "The quotient of each pair, and zero where the dividend is zero.")
        .shape(rules::broadcast_two)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (x, y) = (node.conj(&x)?, node.conj(&y)?);
    let is_not_zero = super::xlogy::is_not_zero(node, &x)?;
    let (minus, square) = (node.neg(&x)?, node.square(&y)?);
    let by_x = node.call("Xdivy", &[&is_not_zero, &y])?;
    let by_y = node.call("Xdivy", &[&minus, &square])?;
    let (dx, dy) = (node.mul(&by_x, &grad)?, node.mul(&by_y, &grad)?);
    two(node, &dx, &dy)
}
