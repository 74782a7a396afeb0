//! `Neg`: the negative of each element.

use super::arithmetic::{Arithmetic, Grads, one};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Neg(x:T) -> (y:T) {T:type}", "The negative of each element.").shape(same_as_first).gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let grad = node.grad(0)?;
    one(node.neg(&grad)?)
}
