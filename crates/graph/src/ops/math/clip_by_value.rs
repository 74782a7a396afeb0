//! `ClipByValue`: each element, but no less than a lower and no more than an upper bound.

use super::arithmetic::{Arithmetic, Grads};
use crate::{
    gradient::Backward,
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op(
    "ClipByValue(t:T, clip_value_min:T, clip_value_max:T) -> (output:T) {T:type}",
    "Each element, but no less than a lower and no more than an upper bound.",
)
.shape(same_as_first)
.gradient(gradient)];

/// To the element, or to the bound that it went beyond.
fn gradient(node: &mut Backward<'_>) -> Grads {
    let (x, low, high, grad) = (node.input(0)?, node.input(1)?, node.input(2)?, node.grad(0)?);
    let (below, above) = (node.call("Less", &[&x, &low])?, node.call("Greater", &[&x, &high])?);
    let outside = node.call("LogicalOr", &[&below, &above])?;
    let dx = node.where_false(&outside, &grad)?;
    let (dlow, dhigh) = (node.where_true(&below, &grad)?, node.where_true(&above, &grad)?);
    let (dlow, dhigh) = (node.unbroadcast(&dlow, &low, &x)?, node.unbroadcast(&dhigh, &high, &x)?);
    Ok(vec![Some(dx.into()), Some(dlow.into()), Some(dhigh.into())])
}
