//! `Cumsum`: the running sum along a dimension.

use super::arithmetic::Grads;
use crate::{
    gradient::Backward,
    op_def::{AttrsExt, Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op(
    "Cumsum(x:T, axis:Tidx) -> (out:T) {exclusive:bool=False, reverse:bool=False, T:type, Tidx:type=int32}",
    "The running sum along a dimension.",
)
.shape(same_as_first)
.gradient(gradient)];

/// The running sum the other way.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (exclusive, reverse) = (node.attrs().bool("exclusive")?, node.attrs().bool("reverse")?);
    let (axis, grad) = (node.input(1)?, node.grad(0)?);
    let sum =
        node.op("Cumsum").inputs([&grad, &axis]).attr("exclusive", exclusive).attr("reverse", !reverse).finish()?;
    Ok(vec![Some(sum.into()), None])
}
