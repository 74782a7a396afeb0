//! `TensorListFromTensor`: the rows of a tensor as items.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::TensorList;

use super::access::{handle, row_shape, shape_of_input};
use crate::{Build, Kernel, array::elements::take, rows};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListFromTensor", tensor_list_from_tensor)];

fn tensor_list_from_tensor(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor, element_shape] = take(inputs)?;
        let element_shape = shape_of_input(&element_shape)?;
        let (_, row) = row_shape(&tensor)?;
        if !element_shape.admits(&row) {
            return Err(invalid_argument(format!(
                "Specified a list with shape {element_shape} from a tensor with shape {row}"
            )));
        }
        let mut list = TensorList::new(dtype, element_shape);
        for item in rows::unstack(&tensor)? {
            list.push(Some(item))?;
        }
        Ok(vec![handle(list)?])
    })))
}
