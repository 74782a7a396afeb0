//! `Add`, `AddV2`: the sum of each pair.

use super::{
    arithmetic::{Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[
    op("Add(x:T, y:T) -> (z:T) {T:type}", "The sum of each pair.").shape(rules::broadcast_two).gradient(gradient),
    op("AddV2(x:T, y:T) -> (z:T) {T:type} [commutative,aggregate]", "The sum of each pair.")
        .shape(rules::broadcast_two)
        .gradient(gradient),
];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let grad = node.grad(0)?;
    two(node, &grad, &grad)
}
