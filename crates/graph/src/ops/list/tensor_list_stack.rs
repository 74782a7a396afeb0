//! `TensorListStack`: the items of a list along a new first dimension.

use super::rules::{element_shape_input, row_shape, with_rows};
use crate::gradient::{Backward, Grad};
use crate::op_def::AttrsExt;
use crate::op_def::{Op, op};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListStack(input_handle:variant, element_shape:int32) -> (tensor:element_dtype) {element_dtype:type, num_elements:int=-1}",
        "The items of a list along a new first dimension.",
    )
    .shape(stacked)
    .gradient(gradient),
];

fn stacked(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let count = usize::try_from(query.node.attrs.int("num_elements")?).ok();
    Ok(vec![with_rows(count, &element_shape_input(query, 1))])
}

/// The rows of the gradient, as a list.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let grad = b.grad(0)?;
    let shape = row_shape(b, &grad)?;
    Ok(vec![Some(b.call("TensorListFromTensor", &[&grad, &shape])?.into()), None])
}
