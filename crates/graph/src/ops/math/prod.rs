//! `Prod`: the product along some dimensions.

use super::{
    arithmetic::{Arithmetic, Grads, spread, with_kept_dims},
    rules,
};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "Prod(input:T, reduction_indices:Tidx) -> (output:T) {keep_dims:bool=False, T:type, Tidx:type=int32}",
    "The product along some dimensions.",
)
.shape(rules::reduction)
.gradient(gradient)];

/// The product of all the others. Where there are zeros it is not the product divided by the element.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, axes, grad) = (node.input(0)?, node.input(1)?, spread(node)?);
    let x = node.conj(&x)?;
    let zero = node.number(&x, 0.0)?;
    let is_zero = node.call("Equal", &[&x, &zero])?;
    let ones = node.call("OnesLike", &[&x])?;
    let other = node.call("SelectV2", &[&is_zero, &ones, &x])?;
    let product = node.call("Prod", &[&other, &axes])?;
    let product = with_kept_dims(node, &product)?;
    let zeros = node.where_true(&is_zero, &ones)?;
    let count = node.call("Sum", &[&zeros, &axes])?;
    let count = with_kept_dims(node, &count)?;
    // How many zeros there are besides this one: with any, the others' product is zero.
    let besides = node.sub(&count, &zeros)?;
    let is_alone = node.call("Equal", &[&besides, &zero])?;
    let rest = node.div(&product, &other)?;
    let rest = node.where_true(&is_alone, &rest)?;
    Ok(vec![Some(node.mul(&grad, &rest)?.into()), None])
}
