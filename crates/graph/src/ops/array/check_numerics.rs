//! `CheckNumerics`: a tensor that must be free of NaN and infinities.

use regatta_status::Result;

use super::{grads::by_first, same};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
};

pub(super) const OPS: &[Op] = &[
    op(
        "CheckNumerics(tensor:T) -> (output:T) {T:type, message:string} [stateful]",
        "The tensor as it is, or an error if an element is NaN or infinite.",
    )
    .shape(same::same)
    .gradient(gradient),
    op(
        "CheckNumericsV2(tensor:T) -> (output:T) {T:type, message:string} [stateful]",
        "As CheckNumerics, with an error that tells infinities of either sign apart.",
    )
    .shape(same::same)
    .gradient(gradient),
];

/// The gradient too is checked.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let message = node.attrs().str("message")?.to_owned();
    let dy = node.grad(0)?;
    let message = format!("Not a number (NaN) or infinity (Inf) values detected in gradient. {message}");
    let dx = node.op("CheckNumerics").input(&dy).attr("message", message).finish()?;
    Ok(by_first(node, Some(dx.into())))
}
