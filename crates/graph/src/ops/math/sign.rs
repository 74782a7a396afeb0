//! `Sign`: -1, 0 or 1 for each element, as it is negative, zero or positive.

use super::arithmetic::{Grads, one};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Sign(x:T) -> (y:T) {T:type}", "-1, 0 or 1 for each element, as it is negative, zero or positive.")
        .shape(same_as_first)
        .gradient(gradient)];

/// A step: flat wherever it has a slope.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let x = node.input(0)?;
    one(node.call("ZerosLike", &[&x])?)
}
