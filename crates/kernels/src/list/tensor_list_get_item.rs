//! `TensorListGetItem`: an item; zeros if it was never set and its shape is known.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::access::{check_type, element_shape, list_of, missing_shape, shape_of_input};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListGetItem", tensor_list_get_item)];

fn tensor_list_get_item(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [list, index, asked] = take(inputs)?;
        let list = list_of(&list)?;
        check_type(list, dtype)?;
        let index = index.single::<i32>()?;
        let item = usize::try_from(index).ok().and_then(|index| list.items().get(index)).ok_or_else(|| {
            invalid_argument(format!("Trying to access element {index} in a list with {} elements.", list.len()))
        })?;
        Ok(vec![match item {
            Some(item) => item.clone(),
            None => {
                let shape = missing_shape(list, element_shape(list, &shape_of_input(&asked)?)?)?;
                Tensor::zeros(dtype, shape)?
            }
        }])
    })))
}
