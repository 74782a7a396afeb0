//! `Atan`: the angle whose tangent each element is.

use super::arithmetic::{Arithmetic, Grads, by_slope};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op("Atan(x:T) -> (y:T) {T:type}", "The angle whose tangent each element is.")
    .shape(same_as_first)
    .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    by_slope(node, |node, x, _| {
        let square = node.square(x)?;
        let sum = node.plus(&square, 1.0)?;
        node.reciprocal(&sum)
    })
}
