//! `TensorListFromTensor`: the rows of a tensor as the items of a list.

use super::rules::row_shape;
use crate::gradient::{Backward, Grad};
use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;
use regatta_status::Result;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListFromTensor(tensor:element_dtype, element_shape:shape_type) -> (output_handle:variant) {element_dtype:type, shape_type:type}",
        "The rows of a tensor as the items of a list.",
    )
    .shape(gives_scalar)
    .gradient(gradient),
];

/// The gradients of the items, stacked.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (tensor, grads) = (b.input(0)?, b.grad(0)?);
    let shape = row_shape(b, &tensor)?;
    let rows = tensor.shape().sizes().and_then(|sizes| sizes.first().copied().flatten());
    let stack = b.op("TensorListStack").inputs([&grads, &shape]).attr("element_dtype", tensor.dtype());
    let stack = stack.attr("num_elements", rows.map_or(-1, |rows| rows as i64));
    Ok(vec![Some(stack.finish()?.into()), None])
}
