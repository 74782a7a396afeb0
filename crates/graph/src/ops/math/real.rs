//! `Real`: the real part of each complex number.

use regatta_status::Result;

use super::arithmetic::{Grads, one};
use crate::{
    builder::Outlet,
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op(
    "Real(input:T) -> (output:Tout) {T:type=complex64, Tout:type=float}",
    "The real part of each complex number.",
)
.shape(same_as_first)
.gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let grad = node.grad(0)?;
    one(as_part(node, &grad, false)?)
}

/// A real tensor as the real or as the imaginary part of a complex one.
pub(super) fn as_part(node: &mut Backward<'_>, x: &Outlet, is_imaginary: bool) -> Result<Outlet> {
    let zeros = node.call("ZerosLike", &[x])?;
    let (re, im) = if is_imaginary { (&zeros, x) } else { (x, &zeros) };
    let whole = node.input(0)?.dtype();
    node.op("Complex").inputs([re, im]).attr("Tout", whole).finish()
}
