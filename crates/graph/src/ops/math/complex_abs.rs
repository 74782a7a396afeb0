//! `ComplexAbs`: the magnitude of each complex number.

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
    &[op("ComplexAbs(x:T) -> (y:Tout) {T:type=complex64, Tout:type=float}", "The magnitude of each complex number.")
        .shape(same_as_first)
        .gradient(gradient)];

/// Of `y = |x|`: `dy x / y`.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.output(0)?, node.grad(0)?);
    let (y, grad) = (as_part(node, &y, false)?, as_part(node, &grad, false)?);
    let product = node.mul(&grad, &x)?;
    one(node.call("DivNoNan", &[&product, &y])?)
}
