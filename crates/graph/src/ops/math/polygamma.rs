//! `Polygamma`: the slope of some order of the digamma function at each element.

use super::{
    arithmetic::{Arithmetic, Grads},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] =
    &[op("Polygamma(a:T, x:T) -> (z:T) {T:type}", "The slope of some order of the digamma function at each element.")
        .shape(rules::broadcast_two)
        .gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (n, x, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let next = node.plus(&n, 1.0)?;
    let slope = node.call("Polygamma", &[&next, &x])?;
    let dx = node.mul(&grad, &slope)?;
    let dx = node.unbroadcast(&dx, &x, &n)?;
    // The order is not a thing to differentiate by.
    Ok(vec![None, Some(dx.into())])
}
