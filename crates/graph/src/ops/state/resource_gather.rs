//! `ResourceGather`.

use regatta_status::Result;
use regatta_tensor::{PartialShape, Tensor};

use crate::{
    gradient::{Backward, Grad, IndexedSlices},
    op_def::{AttrsExt, Op, op},
    ops::infer::input,
    shape_rule::{ShapeQuery, unknown},
};

pub(super) const OPS: &[Op] = &[op(
    "ResourceGather(resource:resource, indices:Tindices) -> (output:dtype) {batch_dims:int=0, validate_indices:bool=True, dtype:type, Tindices:type} [stateful]",
    "The rows of a variable that indices name.",
)
.shape(shape)
.gradient(gradient)];

/// The indices' sizes, and those of a row.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let table = query.handles.first().cloned().flatten().unwrap_or_default();
    let (Some(indices), Some([_, row @ ..]), 0) =
        (input(query, 1)?.sizes(), table.sizes(), query.node.attrs.int("batch_dims")?)
    else {
        return unknown(query);
    };
    Ok(vec![PartialShape::new([indices, row].concat())])
}

/// The rows that came back, at the places they were taken from: a gradient of a few rows, which belongs to the handle.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (handle, indices, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let shape = node.call("VariableShape", &[&handle])?;
    let count = node.call("Size", &[&indices])?;
    let zero = node.constant(Tensor::scalar(0i32))?;
    let count = node.call("ExpandDims", &[&count, &zero])?;
    let (begin, rest) = (node.constant(Tensor::vector(vec![1i32]))?, node.constant(Tensor::vector(vec![-1i32]))?);
    let row = node.call("Slice", &[&shape, &begin, &rest])?;
    let values_shape = node.call("ConcatV2", &[&count, &row, &zero])?;
    let values = node.call("Reshape", &[&grad, &values_shape])?;
    let indices = node.call("Reshape", &[&indices, &count])?;
    Ok(vec![Some(IndexedSlices { values, indices, dense_shape: shape }.into()), None])
}
