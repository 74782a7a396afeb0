//! `TensorListReserve`: a list of items that are not set.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::TensorList;

use super::access::{handle, scalar, shape_of_input};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListReserve", tensor_list_reserve)];

fn tensor_list_reserve(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [element_shape, num_elements] = take(inputs)?;
        let count = scalar(&num_elements, "num_elements")?;
        let count = usize::try_from(count).map_err(|_| {
            invalid_argument(format!("The num_elements to reserve must be a non negative number, but got {count}"))
        })?;
        let mut list = TensorList::new(dtype, shape_of_input(&element_shape)?);
        list.resize(count)?;
        Ok(vec![handle(list)?])
    })))
}
