//! `Minimum`: the smaller element of each pair.

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op("Minimum(x:T, y:T) -> (z:T) {T:type}", "The smaller element of each pair.")
    .shape(rules::broadcast_two)
    .gradient(gradient)];

/// To the one that was chosen; to the first of equal ones.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let is_x = node.call("LessEqual", &[&x, &y])?;
    let (dx, dy) = (node.where_true(&is_x, &grad)?, node.where_false(&is_x, &grad)?);
    two(node, &dx, &dy)
}
