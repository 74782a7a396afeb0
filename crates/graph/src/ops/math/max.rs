//! `Max`: the largest along some dimensions.

use super::{
    arithmetic::{Arithmetic, Grads, with_kept_dims},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "Max(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
    "The largest along some dimensions.",
)
.shape(rules::reduction)
.gradient(gradient)];

/// To those that were chosen, in equal shares.
pub(super) fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, axes, y, grad) = (node.input(0)?, node.input(1)?, node.output(0)?, node.grad(0)?);
    let (y, grad) = (with_kept_dims(node, &y)?, with_kept_dims(node, &grad)?);
    let chosen = node.call("Equal", &[&y, &x])?;
    let chosen = node.op("Cast").input(&chosen).attr("DstT", x.dtype()).finish()?;
    let count = node.call("Sum", &[&chosen, &axes])?;
    let count = with_kept_dims(node, &count)?;
    let share = node.div(&chosen, &count)?;
    Ok(vec![Some(node.mul(&share, &grad)?.into()), None])
}
