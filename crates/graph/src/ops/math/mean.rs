//! `Mean`: the mean along some dimensions.

use super::{
    arithmetic::{Arithmetic, Grads, spread},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "Mean(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
    "The mean along some dimensions.",
)
.shape(rules::reduction)
.gradient(gradient)];

/// That of the sum, divided by how many there were.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.output(0)?, spread(node)?);
    let (all, left) = (node.call("Size", &[&x])?, node.call("Size", &[&y])?);
    let one = node.number(&left, 1.0)?;
    let left = node.call("Maximum", &[&left, &one])?;
    let count = node.call("FloorDiv", &[&all, &left])?;
    let count = node.op("Cast").input(&count).attr("DstT", x.dtype()).finish()?;
    Ok(vec![Some(node.div(&grad, &count)?.into()), None])
}
