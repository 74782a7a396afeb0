//! `Acosh`: what has each element as its hyperbolic cosine.

use super::arithmetic::{Arithmetic, Grads, by_slope};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op("Acosh(x:T) -> (y:T) {T:type}", "What has each element as its hyperbolic cosine.")
    .shape(same_as_first)
    .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    by_slope(node, |node, _, y| {
        let sine = node.call("Sinh", &[y])?;
        node.reciprocal(&sine)
    })
}
