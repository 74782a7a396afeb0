//! `TensorListResize`: a list made longer, by items that are not set, or shorter.

use crate::gradient::{Backward, Grad};
use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;
use regatta_status::Result;

pub(super) const OPS: &[Op] = &[op(
    "TensorListResize(input_handle:variant, size:int32) -> (output_handle:variant)",
    "A list made longer, by items that are not set, or shorter.",
)
.shape(gives_scalar)
.gradient(gradient)];

/// As long as it was before.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (list, grads) = (b.input(0)?, b.grad(0)?);
    let length = b.call("TensorListLength", &[&list])?;
    Ok(vec![Some(b.call("TensorListResize", &[&grads, &length])?.into()), None])
}
