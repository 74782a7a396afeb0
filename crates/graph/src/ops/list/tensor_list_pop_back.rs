//! `TensorListPopBack`: a list without its last item, and that item.

use super::rules::element_shape_input;
use crate::gradient::{Backward, Grad};
use crate::op_def::{Op, op};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;
use regatta_tensor::{DType, Tensor};

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

/// The item's gradient goes to the end of the list of gradients, which may have none so far.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let item = b.grad(1)?;
    let grads = match b.incoming(0) {
        Some(_) => b.grad(0)?,
        None => {
            let rest = b.output(0)?;
            let shape = b.op("TensorListElementShape").input(&rest).attr("shape_type", DType::Int32).finish()?;
            let no_limit = b.constant(Tensor::scalar(-1i32))?;
            b.op("EmptyTensorList").inputs([&shape, &no_limit]).attr("element_dtype", item.dtype()).finish()?
        }
    };
    Ok(vec![Some(b.call("TensorListPushBack", &[&grads, &item])?.into()), None])
}
