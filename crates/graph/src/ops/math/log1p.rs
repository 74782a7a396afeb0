//! `Log1p`: the natural logarithm of each element plus one.

use super::arithmetic::{Arithmetic, Grads, by_slope};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op("Log1p(x:T) -> (y:T) {T:type}", "The natural logarithm of each element plus one.")
    .shape(same_as_first)
    .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    by_slope(node, |node, x, _| {
        let x = node.plus(x, 1.0)?;
        node.reciprocal(&x)
    })
}
