//! DynamicStitch: rows of several tensors put where their indices say; where two rows want one place, the later wins.
//!
//! ```text
//! shape  [1 + largest index] + data[i].shape after indices[i].shape
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::elements::{Unit, by_unit, copies, product};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("DynamicStitch", dynamic_stitch), ("ParallelDynamicStitch", dynamic_stitch)];

fn dynamic_stitch(node: &Node) -> Result<Kernel> {
    let dtype = node.output_types[0].dtype;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let (indices, data) = inputs.split_at(inputs.len() / 2);
        let shape = stitched_shape(indices, data)?;
        Ok(vec![by_unit!(dtype, U => stitch::<U>(indices, data, shape, dtype))?])
    })))
}

fn stitched_shape(indices: &[Tensor], data: &[Tensor]) -> Result<Shape> {
    let mut largest = -1i64;
    for index in indices {
        largest = index.values::<i32>()?.iter().fold(largest, |max, &i| max.max(i.into()));
    }
    let Some((first_index, first)) = indices.first().zip(data.first()) else { return Ok(Shape::vector(0)) };
    for (i, (index, rows)) in indices.iter().zip(data).enumerate() {
        if !rows.shape().starts_with(index.shape()) {
            return Err(invalid_argument(format!(
                "data[{i}].shape = {} does not start with indices[{i}].shape = {}",
                rows.shape(),
                index.shape()
            )));
        }
        if rows.shape()[index.shape().rank()..] != first.shape()[first_index.shape().rank()..] {
            return Err(invalid_argument(format!(
                "Need data[0].shape[{}:] = data[{i}].shape[{}:], got data[0].shape = {}, data[{i}].shape = {}, \
                 indices[0].shape = {}, indices[{i}].shape = {}",
                first_index.shape().rank(),
                index.shape().rank(),
                first.shape(),
                rows.shape(),
                first_index.shape(),
                index.shape()
            )));
        }
    }
    let mut sizes = vec![(largest + 1).max(0) as usize];
    sizes.extend(&first.shape()[first_index.shape().rank()..]);
    Shape::new(&sizes)
}

fn stitch<U: Unit>(indices: &[Tensor], data: &[Tensor], shape: Shape, dtype: DType) -> Result<Tensor> {
    let row = product(&shape[1..]);
    // A place that no index names is undefined in TensorFlow; here it is zero.
    let mut elements = copies(U::default(), shape.num_elements())?;
    for (index, rows) in indices.iter().zip(data) {
        let source = U::of(rows)?;
        for (k, &place) in index.values::<i32>()?.iter().enumerate() {
            let Some(place) = usize::try_from(place).ok().filter(|&place| place < shape[0]) else {
                return Err(invalid_argument(format!("indices[{k}] is out of range")));
            };
            elements[place * row..(place + 1) * row].clone_from_slice(&source[k * row..(k + 1) * row]);
        }
    }
    U::into_tensor(dtype, shape, elements)
}
