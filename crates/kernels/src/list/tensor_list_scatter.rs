//! `TensorListScatter`, `TensorListScatterV2`: the rows of a tensor as items of a new list, each in its place.
//! `TensorListScatterIntoExistingList`: in a list that is there.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Tensor, TensorList};

use super::access::{check_type, edit, handle, row_shape, scalar, shape_of_input};
use crate::{Build, Kernel, array::elements::take, rows};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("TensorListScatter", tensor_list_scatter),
    ("TensorListScatterV2", tensor_list_scatter_v2),
    ("TensorListScatterIntoExistingList", tensor_list_scatter_into_existing_list),
];

fn tensor_list_scatter(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor, indices, element_shape] = take(inputs)?;
        let mut list = TensorList::new(dtype, shape_of_input(&element_shape)?);
        scatter(&mut list, &tensor, &indices)?;
        Ok(vec![handle(list)?])
    })))
}

fn tensor_list_scatter_v2(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor, indices, element_shape, num_elements] = take(inputs)?;
        let mut list = TensorList::new(dtype, shape_of_input(&element_shape)?);
        let count = scalar(&num_elements, "num_elements")?;
        if count < -1 {
            return Err(invalid_argument(format!("TensorListScatter expects num_elements >= -1, found: {count}")));
        }
        let count = usize::try_from(count).ok();
        list.resize(count.unwrap_or_default())?;
        scatter(&mut list, &tensor, &indices)?;
        if count.is_some_and(|count| list.len() > count) {
            return Err(invalid_argument(format!(
                "TensorListScatter: Trying to scatter at index {} in list with size {}",
                list.len() - 1,
                count.unwrap_or_default()
            )));
        }
        Ok(vec![handle(list)?])
    })))
}

fn tensor_list_scatter_into_existing_list(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [mut list, tensor, indices] = take(inputs)?;
        edit(&mut list, |list| {
            check_type(list, dtype)?;
            scatter(list, &tensor, &indices)
        })?;
        Ok(vec![list])
    })))
}

/// Sets items to rows; the list grows to hold the last of them.
fn scatter(list: &mut TensorList, tensor: &Tensor, indices: &Tensor) -> Result<()> {
    let (count, row) = row_shape(tensor)?;
    if !list.element_shape.admits(&row) {
        return Err(invalid_argument(format!(
            "Specified a list with shape {} from a tensor with shape {row}",
            list.element_shape
        )));
    }
    let indices = indices.values::<i32>()?;
    if count != indices.len() {
        return Err(invalid_argument(format!(
            "Specified a list with {} items from a tensor with {count} rows",
            indices.len()
        )));
    }
    let places: Vec<usize> = indices
        .iter()
        .map(|index| usize::try_from(*index))
        .collect::<Result<_, _>>()
        .map_err(|_| invalid_argument("Indices in TensorListScatter must all be non-negative."))?;
    let len = places.iter().max().map_or(0, |last| last + 1);
    if len > list.len() {
        list.resize(len)?;
    }
    for (k, place) in places.into_iter().enumerate() {
        list.set(place, Some(rows::row(tensor, k)?))?;
    }
    Ok(())
}
