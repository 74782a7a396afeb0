//! `Tan`: the tangent of each element.

use super::arithmetic::{Arithmetic, Grads, by_slope};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Tan(x:T) -> (y:T) {T:type}", "The tangent of each element.").shape(same_as_first).gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    by_slope(node, |node, x, _| {
        let cosine = node.call("Cos", &[x])?;
        let secant = node.reciprocal(&cosine)?;
        node.square(&secant)
    })
}
