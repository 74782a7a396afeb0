//! `Xlogy`: the first element of each pair times the logarithm of the second, and zero where the first is zero.

use regatta_status::Result;

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    builder::Outlet,
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "Xlogy(x:T, y:T) -> (z:T) {T:type}",
    "The first element of each pair times the logarithm of the second, and zero where the first is zero.",
)
.shape(rules::broadcast_two)
.gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (x, y) = (node.conj(&x)?, node.conj(&y)?);
    let is_not_zero = is_not_zero(node, &x)?;
    let (by_x, by_y) = (node.call("Xlogy", &[&is_not_zero, &y])?, node.call("Xdivy", &[&x, &y])?);
    let (dx, dy) = (node.mul(&by_x, &grad)?, node.mul(&by_y, &grad)?);
    two(node, &dx, &dy)
}

/// One where an element is not zero, zero where it is.
pub(super) fn is_not_zero(node: &mut Backward<'_>, x: &Outlet) -> Result<Outlet> {
    let zero = node.number(x, 0.0)?;
    let truth = node.call("NotEqual", &[x, &zero])?;
    node.op("Cast").input(&truth).attr("DstT", x.dtype()).finish()
}
