//! `TensorListConcat`, `TensorListConcatV2`: the items one behind the other, and how long each is.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Shape, Tensor, TensorList};

use super::access::{check_type, element_shape, list_of, merge, shape_of_input};
use crate::{Build, Kernel, array::elements::take, rows};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("TensorListConcat", tensor_list_concat), ("TensorListConcatV2", tensor_list_concat_v2)];

fn tensor_list_concat(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    let asked = node.attrs.shape("element_shape")?.clone();
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [list] = take(inputs)?;
        concat(list_of(&list)?, dtype, &asked, &[])
    })))
}

fn tensor_list_concat_v2(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [list, asked, leading_dims] = take(inputs)?;
        concat(list_of(&list)?, dtype, &shape_of_input(&asked)?, leading_dims.values::<i64>()?)
    })))
}

/// `leading_dims` are the lengths of items that were never set.
fn concat(list: &TensorList, dtype: DType, asked: &PartialShape, leading_dims: &[i64]) -> Result<Vec<Tensor>> {
    check_type(list, dtype)?;
    let known = element_shape(list, asked)?;
    let (first, mut row) = match known.sizes() {
        None => (None, PartialShape::unknown()),
        Some(sizes) => match sizes.split_first() {
            Some((first, sizes)) => (*first, PartialShape::new(sizes.to_vec())),
            None => {
                return Err(invalid_argument(
                    "Concat requires elements to be at least vectors, found scalars instead.",
                ));
            }
        },
    };
    for (k, item) in list.items().iter().enumerate() {
        if let Some(item) = item {
            let Some((_, sizes)) = item.shape().split_first() else {
                return Err(invalid_argument(format!(
                    "Concat saw a scalar shape at index {k} but requires at least vectors."
                )));
            };
            row = merge(&row, &PartialShape::from(&Shape::new(sizes)?))?;
        }
    }
    let row = row.to_shape().ok_or_else(|| {
        invalid_argument(format!(
            "All except the first dimension must be fully defined when concating a list that is empty, or of which no item \
             is set. element_shape: {known}"
        ))
    })?;
    let mut zeros = Vec::new();
    let mut lengths = Vec::with_capacity(list.len());
    for (k, item) in list.items().iter().enumerate() {
        let length = match item {
            Some(item) => item.shape().first().copied().unwrap_or_default(),
            None => {
                let told = leading_dims.get(k).and_then(|length| usize::try_from(*length).ok());
                let length = first.or(told).ok_or_else(|| {
                    invalid_argument(format!(
                        "List contains uninitialized tensor at index {k} but leading_dims has only {} elements.",
                        leading_dims.len()
                    ))
                })?;
                zeros.push(Tensor::zeros(dtype, Shape::new(&[&[length], &row[..]].concat())?)?);
                length
            }
        };
        lengths.push(length as i64);
    }
    let mut zeros = zeros.iter();
    let parts: Vec<&Tensor> = list.items().iter().filter_map(|item| item.as_ref().or_else(|| zeros.next())).collect();
    Ok(vec![rows::concat(dtype, &row, &parts)?, Tensor::vector(lengths)])
}
