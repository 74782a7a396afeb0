//! `Cumprod`: the running product along a dimension.

use super::arithmetic::{Arithmetic, Grads};
use crate::{
    gradient::Backward,
    op_def::{AttrsExt, Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op(
    "Cumprod(x:T, axis:Tidx) -> (out:T) {exclusive:bool=False, reverse:bool=False, T:type, Tidx:type=int32}",
    "The running product along a dimension.",
)
.shape(same_as_first)
.gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let (exclusive, reverse) = (node.attrs().bool("exclusive")?, node.attrs().bool("reverse")?);
    let (x, axis, y, grad) = (node.input(0)?, node.input(1)?, node.output(0)?, node.grad(0)?);
    let (x, y) = (node.conj(&x)?, node.conj(&y)?);
    let products = node.mul(&y, &grad)?;
    let sum = node.op("Cumsum").inputs([&products, &axis]);
    let sum = sum.attr("exclusive", exclusive).attr("reverse", !reverse).finish()?;
    Ok(vec![Some(node.call("DivNoNan", &[&sum, &x])?.into()), None])
}
