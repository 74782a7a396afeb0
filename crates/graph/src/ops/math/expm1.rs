//! `Expm1`: the exponential function of each element, minus one.

use super::arithmetic::{Grads, by_slope};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Expm1(x:T) -> (y:T) {T:type}", "The exponential function of each element, minus one.")
        .shape(same_as_first)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    by_slope(node, |node, x, _| node.call("Exp", &[x]))
}
