//! `EuclideanNorm`: the root of the sum of squares along some dimensions.

use super::{
    arithmetic::{Arithmetic, Grads, with_kept_dims},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "EuclideanNorm(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
    "The root of the sum of squares along some dimensions.",
)
.shape(rules::reduction)
.gradient(gradient)];

/// Of `y = |x|`: `dy x / y`.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, y, grad) = (node.input(0)?, node.output(0)?, node.grad(0)?);
    let (y, grad) = (with_kept_dims(node, &y)?, with_kept_dims(node, &grad)?);
    let inverse = node.div(&y, &grad)?;
    Ok(vec![Some(node.div(&x, &inverse)?.into()), None])
}
