//! `Imag`: the imaginary part of each complex number.

use super::{
    arithmetic::{Grads, one},
    real::as_part,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op(
    "Imag(input:T) -> (output:Tout) {T:type=complex64, Tout:type=float}",
    "The imaginary part of each complex number.",
)
.shape(same_as_first)
.gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let grad = node.grad(0)?;
    one(as_part(node, &grad, true)?)
}
