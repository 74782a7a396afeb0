//! `Sum`: the sum along some dimensions.

use super::{
    arithmetic::{Grads, spread},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "Sum(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
    "The sum along some dimensions.",
)
.shape(rules::reduction)
.gradient(gradient)];

fn gradient(node: &mut Backward<'_>) -> Grads {
    let grad = spread(node)?;
    Ok(vec![Some(grad.into()), None])
}
