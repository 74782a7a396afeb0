//! `PreventGradient`: a tensor that nobody may differentiate by.

use regatta_status::{Result, unimplemented};

use super::same;
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "PreventGradient(input:T) -> (output:T) {T:type, message:string=''}",
    "Its input; to differentiate through it is an error.",
)
.shape(same::same)
.gradient(refuse)];

fn refuse(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let reason = node.attrs().str("message")?.to_owned();
    Err(unimplemented(format!("Gradient explicitly disabled. Reason: {reason}")))
}
