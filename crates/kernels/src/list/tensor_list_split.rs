//! `TensorListSplit`: pieces of a tensor, of given lengths, as items.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{PartialShape, TensorList};

use super::access::{handle, row_shape, shape_of_input};
use crate::{Build, Kernel, array::elements::take, rows};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorListSplit", tensor_list_split)];

fn tensor_list_split(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("element_dtype")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tensor, element_shape, lengths] = take(inputs)?;
        let element_shape = shape_of_input(&element_shape)?;
        if lengths.shape().rank() != 1 {
            return Err(invalid_argument(format!(
                "Expected lengths to be a vector, received shape: {}",
                lengths.shape()
            )));
        }
        let (count, row) = row_shape(&tensor)?;
        let piece: Vec<Option<usize>> = std::iter::once(None).chain(row.iter().map(|size| Some(*size))).collect();
        // Only what stands behind the first size must match: every piece has a first size of its own.
        let promise = match element_shape.sizes().map(<[_]>::split_first) {
            Some(None) => {
                return Err(invalid_argument("TensorListSplit requires element_shape to be at least of rank 1."));
            }
            Some(Some((_, sizes))) => PartialShape::new([&[None], sizes].concat()),
            None => PartialShape::unknown(),
        };
        if promise.merge(&PartialShape::new(piece)).is_none() {
            return Err(invalid_argument(format!(
                "tensor shape {} is not compatible with element_shape {element_shape}",
                tensor.shape()
            )));
        }
        let mut list = TensorList::new(dtype, element_shape);
        let mut first = 0usize;
        for length in lengths.values::<i64>()? {
            let end = usize::try_from(*length).ok().and_then(|length| first.checked_add(length));
            let Some(end) = end.filter(|end| *end <= count) else {
                return Err(invalid_argument(format!(
                    "Invalid value in lengths: {length} rows from {first} on, of {count}"
                )));
            };
            list.push(Some(rows::span(&tensor, first, end - first)?))?;
            first = end;
        }
        if first != count {
            return Err(invalid_argument(format!(
                "Unused values in tensor. Length of tensor: {count} Values used: {first}"
            )));
        }
        Ok(vec![handle(list)?])
    })))
}
