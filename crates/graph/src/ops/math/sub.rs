//! `Sub`: the difference of each pair.

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op("Sub(x:T, y:T) -> (z:T) {T:type}", "The difference of each pair.")
    .shape(rules::broadcast_two)
    .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let grad = node.grad(0)?;
    let minus = node.neg(&grad)?;
    two(node, &grad, &minus)
}
