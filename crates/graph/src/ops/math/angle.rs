//! `Angle`: the angle of each complex number.

use super::{
    arithmetic::{Arithmetic, Grads, one},
    real::as_part,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Angle(input:T) -> (output:Tout) {T:type=complex64, Tout:type=float}", "The angle of each complex number.")
        .shape(same_as_first)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, grad) = (node.input(0)?, node.grad(0)?);
    let part = grad.dtype();
    let re = node.op("Real").input(&x).attr("Tout", part).finish()?;
    let im = node.op("Imag").input(&x).attr("Tout", part).finish()?;
    let turned = node.op("Complex").inputs([&im, &re]).attr("Tout", x.dtype()).finish()?;
    let slope = node.reciprocal(&turned)?;
    let grad = as_part(node, &grad, false)?;
    let product = node.mul(&grad, &slope)?;
    one(node.neg(&product)?)
}
