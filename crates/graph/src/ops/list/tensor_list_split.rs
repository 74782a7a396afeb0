//! `TensorListSplit`: pieces of a tensor, of given lengths, as the items of a list.

use super::rules::row_shape;
use crate::gradient::{Backward, Grad};
use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;
use regatta_status::Result;
use regatta_tensor::Tensor;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListSplit(tensor:element_dtype, element_shape:shape_type, lengths:int64) -> (output_handle:variant) {element_dtype:type, shape_type:type}",
        "Pieces of a tensor, of given lengths, as the items of a list.",
    )
    .shape(gives_scalar)
    .gradient(gradient),
];

/// The gradients of the pieces, one behind the other.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (tensor, lengths, grads) = (b.input(0)?, b.input(2)?, b.grad(0)?);
    let (any, row, axis) =
        (b.constant(Tensor::vector(vec![-1i32]))?, row_shape(b, &tensor)?, b.constant(Tensor::scalar(0i32))?);
    let shape = b.call("ConcatV2", &[&any, &row, &axis])?;
    let concat = b.op("TensorListConcatV2").inputs([&grads, &shape, &lengths]).attr("element_dtype", tensor.dtype());
    Ok(vec![Some(concat.finish()?.into()), None, None])
}
