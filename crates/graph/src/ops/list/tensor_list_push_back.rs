//! `TensorListPushBack`: a list with one more item.

use crate::gradient::{Backward, Grad};
use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;
use regatta_status::Result;

pub(super) const OPS: &[Op] = &[op(
    "TensorListPushBack(input_handle:variant, tensor:element_dtype) -> (output_handle:variant) {element_dtype:type}",
    "A list with one more item.",
)
.shape(gives_scalar)
.gradient(gradient)];

/// The way back takes the item's gradient from the end of the list of gradients.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (item, grads) = (b.input(1)?, b.grad(0)?);
    let shape = b.shape_of(&item)?;
    let popped = b.op("TensorListPopBack").inputs([&grads, &shape]).attr("element_dtype", item.dtype()).finish()?;
    Ok(vec![Some(popped.output(0).into()), Some(popped.output(1).into())])
}
