//! `Atan2`: the angle of each point, of which the height comes first.

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] =
    &[op("Atan2(y:T, x:T) -> (z:T) {T:type}", "The angle of each point, of which the height comes first.")
        .shape(rules::broadcast_two)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (y, x, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (x_square, y_square) = (node.square(&x)?, node.square(&y)?);
    let square = node.add(&x_square, &y_square)?;
    let scaled = node.div(&grad, &square)?;
    let (dy, minus_dx) = (node.mul(&x, &scaled)?, node.mul(&y, &scaled)?);
    let dx = node.neg(&minus_dx)?;
    two(node, &dy, &dx)
}
