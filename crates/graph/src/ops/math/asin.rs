//! `Asin`: the angle whose sine each element is.

use super::arithmetic::{Arithmetic, Grads, by_slope};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op("Asin(x:T) -> (y:T) {T:type}", "The angle whose sine each element is.")
    .shape(same_as_first)
    .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    by_slope(node, |node, x, _| {
        let square = node.square(x)?;
        let minus = node.neg(&square)?;
        let rest = node.plus(&minus, 1.0)?;
        node.call("Rsqrt", &[&rest])
    })
}
