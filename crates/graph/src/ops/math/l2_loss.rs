//! `L2Loss`: half the sum of squares.

use super::arithmetic::{Arithmetic, Grads, one};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] =
    &[op("L2Loss(t:T) -> (output:T) {T:type}", "Half the sum of squares.").shape(gives_scalar).gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, grad) = (node.input(0)?, node.grad(0)?);
    one(node.mul(&x, &grad)?)
}
