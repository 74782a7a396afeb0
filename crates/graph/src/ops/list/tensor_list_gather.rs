//! `TensorListGather`: some items of a list along a new first dimension.

use super::rules::{element_shape_input, row_shape, with_rows};
use crate::gradient::{Backward, Grad};
use crate::op_def::{Op, op};
use crate::ops::array::known::vector_len;
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListGather(input_handle:variant, indices:int32, element_shape:int32) -> (values:element_dtype) {element_dtype:type}",
        "Some items of a list along a new first dimension.",
    )
    .shape(gathered)
    .gradient(gradient),
];

fn gathered(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![with_rows(vector_len(query, 1)?, &element_shape_input(query, 2))])
}

/// The rows of the gradient, each in its item's place.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (list, indices, grad) = (b.input(0)?, b.input(1)?, b.grad(0)?);
    let (shape, length) = (row_shape(b, &grad)?, b.call("TensorListLength", &[&list])?);
    let spread = b.call("TensorListScatterV2", &[&grad, &indices, &shape, &length])?;
    Ok(vec![Some(spread.into()), None, None])
}
