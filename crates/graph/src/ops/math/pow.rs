//! `Pow`: the first element of each pair to the power of the second.

use regatta_tensor::DType;

use super::{
    arithmetic::{Arithmetic, Grads, two},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] =
    &[op("Pow(x:T, y:T) -> (z:T) {T:type}", "The first element of each pair to the power of the second.")
        .shape(rules::broadcast_two)
        .gradient(gradient)];

/// Of `z = x^y`: `dz y x^(y-1)`, and `dz z ln x` where `x` has a logarithm (that of 1 stands in elsewhere).
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, z, grad) = (node.input(0)?, node.input(1)?, node.output(0)?, node.grad(0)?);
    let (x, y, z) = (node.conj(&x)?, node.conj(&y)?, node.conj(&z)?);
    let less = node.plus(&y, -1.0)?;
    let power = node.call("Pow", &[&x, &less])?;
    let slope = node.mul(&y, &power)?;
    let dx = node.mul(&grad, &slope)?;
    let zero = node.number(&x, 0.0)?;
    let is_complex = matches!(x.dtype(), DType::Complex64 | DType::Complex128);
    let has_log = node.call(if is_complex { "NotEqual" } else { "Greater" }, &[&x, &zero])?;
    let ones = node.call("OnesLike", &[&x])?;
    let safe = node.call("SelectV2", &[&has_log, &x, &ones])?;
    let log = node.call("Log", &[&safe])?;
    let slope = node.mul(&z, &log)?;
    let dy = node.mul(&grad, &slope)?;
    two(node, &dx, &dy)
}
