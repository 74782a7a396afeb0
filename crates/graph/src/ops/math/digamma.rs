//! `Digamma`: the slope of the logarithm of the gamma function at each element.

use super::arithmetic::{Grads, by_slope};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Digamma(x:T) -> (y:T) {T:type}", "The slope of the logarithm of the gamma function at each element.")
        .shape(same_as_first)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    by_slope(node, |node, x, _| {
        let first = node.number(x, 1.0)?;
        node.call("Polygamma", &[&first, x])
    })
}
