//! `TensorListGather`: some items along a new first dimension.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::{
    access::{check_type, element_shape, list_of, shape_of_input},
    tensor_list_stack::{common_shape, stacked},
};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListGather", tensor_list_gather)];

fn tensor_list_gather(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [list, indices, asked] = take(inputs)?;
        let list = list_of(&list)?;
        check_type(list, dtype)?;
        let known = element_shape(list, &shape_of_input(&asked)?)?;
        let item = |index: &i32| {
            usize::try_from(*index).ok().and_then(|index| list.items().get(index)).ok_or_else(|| {
                invalid_argument(format!("Trying to gather element {index} in a list with {} elements.", list.len()))
            })
        };
        let items: Vec<&Option<Tensor>> = indices.values::<i32>()?.iter().map(item).collect::<Result<_>>()?;
        let shape = common_shape(items.iter().copied(), known, "gather")?;
        Ok(vec![stacked(list, dtype, &shape, items.into_iter())?])
    })))
}
