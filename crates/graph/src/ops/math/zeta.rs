//! `Zeta`: hurwitz' zeta function of each pair.

use super::{
    arithmetic::{Arithmetic, Grads},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op("Zeta(x:T, q:T) -> (z:T) {T:type}", "Hurwitz' zeta function of each pair.")
    .shape(rules::broadcast_two)
    .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, q, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let next = node.plus(&x, 1.0)?;
    let power = node.call("Zeta", &[&next, &q])?;
    let slope = node.mul(&x, &power)?;
    let slope = node.neg(&slope)?;
    let dq = node.mul(&grad, &slope)?;
    let dq = node.unbroadcast(&dq, &q, &x)?;
    // The slope by the first has no closed form.
    Ok(vec![None, Some(dq.into())])
}
