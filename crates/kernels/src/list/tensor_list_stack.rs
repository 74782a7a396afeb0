//! `TensorListStack`: the items along a new first dimension; those that were never set are zeros.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Shape, Tensor, TensorList};

use super::access::{check_type, element_shape, list_of, merge, shape_of_input};
use crate::{Build, Kernel, array::elements::take, rows};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListStack", tensor_list_stack)];

fn tensor_list_stack(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    let count = node.attrs.int("num_elements")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [list, asked] = take(inputs)?;
        let list = list_of(&list)?;
        check_type(list, dtype)?;
        if count != -1 && usize::try_from(count) != Ok(list.len()) {
            return Err(invalid_argument(format!(
                "Operation expected a list with {count} elements but got a list with {} elements.",
                list.len()
            )));
        }
        let known = element_shape(list, &shape_of_input(&asked)?)?;
        let shape = common_shape(list.items().iter(), known, "stack")?;
        Ok(vec![stacked(list, dtype, &shape, list.items().iter())?])
    })))
}

/// The one shape of some items, those that were never set left aside.
pub(super) fn common_shape<'a>(
    items: impl Iterator<Item = &'a Option<Tensor>>,
    known: PartialShape,
    doing: &str,
) -> Result<Shape> {
    let mut shape = known;
    for item in items.flatten() {
        shape = merge(&shape, &PartialShape::from(item.shape()))?;
    }
    shape.to_shape().ok_or_else(|| {
        invalid_argument(format!(
            "Tried to {doing} elements of a list that is empty, or of which none is set, with non-fully-defined \
             element_shape: {shape}"
        ))
    })
}

/// Some items of a list, all of this shape.
pub(super) fn stacked<'a>(
    list: &TensorList,
    dtype: DType,
    shape: &Shape,
    items: impl Iterator<Item = &'a Option<Tensor>>,
) -> Result<Tensor> {
    let zeros = match list.items().iter().any(Option::is_none) {
        true => Some(Tensor::zeros(dtype, shape.clone())?),
        false => None,
    };
    let parts: Vec<&Tensor> = items.filter_map(|item| item.as_ref().or(zeros.as_ref())).collect();
    rows::stack(dtype, shape, &parts)
}
