//! `TensorListPopBack`: a list without its last item, and that item.

use super::rules::element_shape_input;
use crate::gradient::{Backward, Grad};
use crate::op_def::{Op, op};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListPopBack(input_handle:variant, element_shape:int32) -> (output_handle:variant, tensor:element_dtype) {element_dtype:type}",
        "A list without its last item, and that item.",
    )
    .shape(list_and_item)
    .gradient(gradient),
];

fn list_and_item(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::of_rank(0), element_shape_input(query, 1)])
}

/// The item's gradient goes to the end of the list of gradients.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (grads, item) = (b.grad(0)?, b.grad(1)?);
    Ok(vec![Some(b.call("TensorListPushBack", &[&grads, &item])?.into()), None])
}
