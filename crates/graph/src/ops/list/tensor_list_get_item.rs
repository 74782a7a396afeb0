//! `TensorListGetItem`: an item of a list.

use super::rules::{element_shape_input, element_shape_of};
use crate::gradient::{Backward, Grad};
use crate::op_def::{Op, op};
use crate::shape_rule::ShapeQuery;
use regatta_status::Result;
use regatta_tensor::PartialShape;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListGetItem(input_handle:variant, index:int32, element_shape:Tshape) -> (item:element_dtype) {element_dtype:type, Tshape:type=int32}",
        "An item of a list.",
    )
    .shape(item)
    .gradient(gradient),
];

fn item(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![element_shape_input(query, 2)])
}

/// A list as long as the one that was read, with the gradient in the item's place and nothing elsewhere.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (list, index, grad) = (b.input(0)?, b.input(1)?, b.grad(0)?);
    let (shape, length) = (element_shape_of(b, &list)?, b.call("TensorListLength", &[&list])?);
    let empty = b.op("TensorListReserve").inputs([&shape, &length]).attr("element_dtype", grad.dtype()).finish()?;
    Ok(vec![Some(b.call("TensorListSetItem", &[&empty, &index, &grad])?.into()), None, None])
}
