//! `SparseToDense`: values put into a tensor that is the same everywhere else.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::array::{
        grads::{column, sum_of_all},
        known::shape_input,
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SparseToDense(sparse_indices:Tindices, output_shape:Tindices, sparse_values:T, default_value:T) -> (dense:T) {validate_indices:bool=True, T:type, Tindices:type}",
    "A tensor of a given shape with values at given places and one value everywhere else.",
)
.shape(sparse_to_dense)
.gradient(gradient)];

/// The shape that the second input spells out.
fn sparse_to_dense(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![shape_input(query, 1)?])
}

/// The values get what lies at their places, the default all the rest.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (indices, values, dy) = (node.input(0)?, node.input(2)?, node.grad(0)?);
    // One place in a vector may be told by one number.
    let indices = match indices.shape().rank() {
        Some(1) if values.shape().rank() == Some(1) => column(node, &indices)?,
        _ => indices,
    };
    let dv = node.call("GatherNd", &[&dy, &indices])?;
    let (whole, taken) = (sum_of_all(node, &dy)?, sum_of_all(node, &dv)?);
    let dd = node.call("Sub", &[&whole, &taken])?;
    Ok(vec![None, None, Some(dv.into()), Some(dd.into())])
}
