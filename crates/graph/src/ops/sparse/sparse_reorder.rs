//! `SparseReorder`: a sparse tensor in row-major order.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::array::{
        grads::{by_input, count_up_to, rows},
        known::input_of_rank,
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SparseReorder(input_indices:int64, input_values:T, input_shape:int64) -> (output_indices:int64, output_values:T) {T:type}",
    "A sparse tensor with its values in row-major order.",
)
.shape(sparse_reorder)
.gradient(gradient)];

/// The shapes of the indices and the values.
fn sparse_reorder(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 2, 1)?;
    Ok(vec![input_of_rank(query, 0, 2)?, input_of_rank(query, 1, 1)?])
}

/// The places of the values are reordered too, and say where each gradient comes back to.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (indices, values, shape, dy) = (node.input(0)?, node.input(1)?, node.input(2)?, node.grad(1)?);
    let count = node.call("Size", &[&values])?;
    let places = count_up_to(node, &count)?;
    let places = node.call("SparseReorder", &[&indices, &places, &shape])?.output(1);
    let back = node.call("InvertPermutation", &[&places])?;
    let dx = rows(node, &dy, &back)?;
    Ok(by_input(node, 1, Some(dx.into())))
}
