//! `TensorListPopBack`: a list without its last item, and that item.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::access::{check_type, edit, element_shape, shape_of_input};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListPopBack", tensor_list_pop_back)];

fn tensor_list_pop_back(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [mut list, asked] = take(inputs)?;
        let item = edit(&mut list, |list| {
            check_type(list, dtype)?;
            match list.items().last() {
                None => return Err(invalid_argument("Trying to pop from an empty list.")),
                Some(Some(_)) => {}
                Some(None) => {
                    let known = element_shape(list, &shape_of_input(&asked)?)?;
                    let shape = known.to_shape().ok_or_else(|| {
                        invalid_argument(format!(
                            "Trying to read an uninitialized tensor but element_shape {known} is not fully defined."
                        ))
                    })?;
                    list.pop();
                    return Tensor::zeros(dtype, shape);
                }
            }
            list.pop().flatten().ok_or_else(|| invalid_argument("Trying to pop from an empty list."))
        })?;
        Ok(vec![list, item])
    })))
}
