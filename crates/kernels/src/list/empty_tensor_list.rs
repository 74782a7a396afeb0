//! `EmptyTensorList`: a list without items.

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regatta_tensor::TensorList;

use super::access::{handle, scalar, shape_of_input};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("EmptyTensorList", empty_tensor_list)];

fn empty_tensor_list(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [element_shape, max_num_elements] = take(inputs)?;
        let mut list = TensorList::new(dtype, shape_of_input(&element_shape)?);
        // Any negative number means that there is no bound.
        list.max_len = usize::try_from(scalar(&max_num_elements, "max_num_elements")?).ok();
        Ok(vec![handle(list)?])
    })))
}
