//! `SparseTensorDenseAdd`: a sparse tensor plus a dense one.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::array::known::input,
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SparseTensorDenseAdd(a_indices:Tindices, a_values:T, a_shape:Tindices, b:T) -> (output:T) {T:type, Tindices:type}",
    "The sum of a sparse tensor and a dense one of the same shape.",
)
.shape(sparse_tensor_dense_add)
.gradient(gradient)];

/// The shape of the dense tensor.
fn sparse_tensor_dense_add(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![input(query, 3)])
}

/// All of the gradient by the dense tensor, its elements at the places of the values by those.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (indices, dy) = (node.input(0)?, node.grad(0)?);
    let dv = node.call("GatherNd", &[&dy, &indices])?;
    Ok(vec![None, Some(dv.into()), None, Some(dy.into())])
}
