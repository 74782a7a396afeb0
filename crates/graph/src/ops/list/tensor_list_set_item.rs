//! `TensorListSetItem`: a list with another item in one place.

use crate::gradient::{Backward, Grad};
use crate::op_def::AttrsExt;
use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;
use regatta_status::Result;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListSetItem(input_handle:variant, index:int32, item:element_dtype) -> (output_handle:variant) {element_dtype:type, resize_if_index_out_of_bounds:bool=False}",
        "A list with another item in one place.",
    )
    .shape(gives_scalar)
    .gradient(gradient),
];

/// The item's gradient is what lies in its place; nothing flows to the item that was there before.
fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (list, index, item, grads) = (b.input(0)?, b.input(1)?, b.input(2)?, b.grad(0)?);
    let shape = b.shape_of(&item)?;
    let to_item =
        b.op("TensorListGetItem").inputs([&grads, &index, &shape]).attr("element_dtype", item.dtype()).finish()?;
    let zeros = b.call("ZerosLike", &[&item])?;
    let mut to_list = b.call("TensorListSetItem", &[&grads, &index, &zeros])?;
    if b.attrs().bool("resize_if_index_out_of_bounds")? {
        let length = b.call("TensorListLength", &[&list])?;
        to_list = b.call("TensorListResize", &[&to_list, &length])?;
    }
    Ok(vec![Some(to_list.into()), None, Some(to_item.into())])
}
