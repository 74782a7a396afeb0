//! `TensorListScatter`, `TensorListScatterV2`, `TensorListScatterIntoExistingList`: the rows of a tensor as items of a new list, each in its place.

use super::rules::row_shape;
use crate::builder::Outlet;
use crate::gradient::{Backward, Grad};
use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;
use regatta_status::Result;

pub(super) const OPS: &[Op] = &[
    op(
        "TensorListScatter(tensor:element_dtype, indices:int32, element_shape:shape_type) -> (output_handle:variant) {element_dtype:type, shape_type:type}",
        "The rows of a tensor as items of a new list, each in its place.",
    )
    .shape(gives_scalar)
    .gradient(gradient),
    op(
        "TensorListScatterV2(tensor:element_dtype, indices:int32, element_shape:shape_type, num_elements:int32) -> (output_handle:variant) {element_dtype:type, shape_type:type}",
        "The same for a list of a given length.",
    )
    .shape(gives_scalar)
    .gradient(gradient),
    op(
        "TensorListScatterIntoExistingList(input_handle:variant, tensor:element_dtype, indices:int32) -> (output_handle:variant) {element_dtype:type}",
        "The rows of a tensor as items of a list that is there.",
    )
    .shape(gives_scalar)
    .gradient(gradient_of_existing),
];

/// What lies in the places.
fn gathered(b: &mut Backward<'_>, grads: &Outlet, tensor: &Outlet, indices: &Outlet) -> Result<Outlet> {
    let shape = row_shape(b, tensor)?;
    b.op("TensorListGather").inputs([grads, indices, &shape]).attr("element_dtype", tensor.dtype()).finish()
}

fn gradient(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (tensor, indices, grads) = (b.input(0)?, b.input(1)?, b.grad(0)?);
    let gathered = gathered(b, &grads, &tensor, &indices)?;
    let mut all = vec![Some(gathered.into())];
    all.resize(b.num_inputs(), None);
    Ok(all)
}

/// Nothing flows to the items that were in the places before.
fn gradient_of_existing(b: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (tensor, indices, grads) = (b.input(1)?, b.input(2)?, b.grad(0)?);
    let zeros = b.call("ZerosLike", &[&tensor])?;
    let to_list = b.call("TensorListScatterIntoExistingList", &[&grads, &zeros, &indices])?;
    let to_tensor = gathered(b, &grads, &tensor, &indices)?;
    Ok(vec![Some(to_list.into()), Some(to_tensor.into()), None])
}
