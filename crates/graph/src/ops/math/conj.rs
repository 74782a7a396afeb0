//! `Conj`: the conjugate of each complex number.

use super::arithmetic::{Grads, one};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Conj(input:T) -> (output:T) {T:type=complex64}", "The conjugate of each complex number.")
        .shape(same_as_first)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let grad = node.grad(0)?;
    one(node.conj(&grad)?)
}
