//! `Erfc`: one minus the error function of each element.

use super::arithmetic::{Arithmetic, Grads, by_slope};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op("Erfc(x:T) -> (y:T) {T:type}", "One minus the error function of each element.")
    .shape(same_as_first)
    .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    by_slope(node, |node, x, _| {
        let square = node.square(x)?;
        let minus = node.neg(&square)?;
        let bell = node.call("Exp", &[&minus])?;
        node.times(&bell, -std::f64::consts::FRAC_2_SQRT_PI)
    })
}
