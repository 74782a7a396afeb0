//! `FloorMod`: the remainder of each pair's division, with the sign of the divisor.

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "FloorMod(x:T, y:T) -> (z:T) {T:type}",
    "The remainder of each pair's division, with the sign of the divisor.",
)
.shape(rules::broadcast_two)
.gradient(gradient)];

/// Of `z = x - floor(x / y) y`.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let quotient = node.call("FloorDiv", &[&x, &y])?;
    let slope = node.neg(&quotient)?;
    let dy = node.mul(&grad, &slope)?;
    two(node, &grad, &dy)
}
