//! `Xlog1py`: the first element of each pair times the logarithm of one plus the second, and zero where the first is zero.

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "Xlog1py(x:T, y:T) -> (z:T) {T:type}",
    "The first element of each pair times the logarithm of one plus the second, and zero where the first is zero.",
)
.shape(rules::broadcast_two)
.gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (x, y) = (node.conj(&x)?, node.conj(&y)?);
    let is_not_zero = super::xlogy::is_not_zero(node, &x)?;
    let more = node.plus(&y, 1.0)?;
    let (by_x, by_y) = (node.call("Xlog1py", &[&is_not_zero, &y])?, node.call("Xdivy", &[&x, &more])?);
    let (dx, dy) = (node.mul(&by_x, &grad)?, node.mul(&by_y, &grad)?);
    two(node, &dx, &dy)
}
