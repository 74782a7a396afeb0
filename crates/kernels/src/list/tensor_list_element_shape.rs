//! `TensorListElementShape`: what the list says of its items' shape, -1 for a size that is not known, or for all.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::access::list_of;
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListElementShape", tensor_list_element_shape)];

fn tensor_list_element_shape(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("shape_type")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [list] = take(inputs)?;
        let sizes = list_of(&list)?.element_shape.sizes().map(|sizes| {
            let size = |size: &Option<usize>| size.map_or(-1, |size| size as i64);
            sizes.iter().map(size).collect::<Vec<i64>>()
        });
        let narrow = |size: i64| {
            i32::try_from(size).map_err(|_| invalid_argument(format!("a dimension of {size} does not fit in int32")))
        };
        Ok(vec![match (sizes, dtype) {
            (None, DType::Int64) => Tensor::scalar(-1i64),
            (None, _) => Tensor::scalar(-1i32),
            (Some(sizes), DType::Int64) => Tensor::vector(sizes),
            (Some(sizes), _) => Tensor::vector(sizes.into_iter().map(narrow).collect::<Result<Vec<i32>>>()?),
        }])
    })))
}
