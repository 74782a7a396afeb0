//! `Complex`: a complex number of each pair of a real and an imaginary part.

use super::{
    arithmetic::{Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "Complex(real:T, imag:T) -> (out:Tout) {T:type=float, Tout:type=complex64}",
    "A complex number of each pair of a real and an imaginary part.",
)
.shape(rules::broadcast_two)
.gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let grad = node.grad(0)?;
    let part = node.input(0)?.dtype();
    let dre = node.op("Real").input(&grad).attr("Tout", part).finish()?;
    let dim = node.op("Imag").input(&grad).attr("Tout", part).finish()?;
    two(node, &dre, &dim)
}
