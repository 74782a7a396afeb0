//! `Sinh`: the hyperbolic sine of each element.

use super::arithmetic::{Grads, by_slope};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op("Sinh(x:T) -> (y:T) {T:type}", "The hyperbolic sine of each element.")
    .shape(same_as_first)
    .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    by_slope(node, |node, x, _| node.call("Cosh", &[x]))
}
