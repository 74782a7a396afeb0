//! `MulNoNan`: the product of each pair, and zero where the second is zero.

use super::{
    arithmetic::{Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] =
    &[op("MulNoNan(x:T, y:T) -> (z:T) {T:type}", "The product of each pair, and zero where the second is zero.")
        .shape(rules::broadcast_two)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (x, y) = (node.conj(&x)?, node.conj(&y)?);
    let (dx, dy) = (node.call("MulNoNan", &[&grad, &y])?, node.call("MulNoNan", &[&x, &grad])?);
    two(node, &dx, &dy)
}
