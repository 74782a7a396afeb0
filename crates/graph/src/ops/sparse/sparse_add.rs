//! `SparseAdd`: the sum of two sparse tensors.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::array::known::{input, input_of_rank},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "SparseAdd(a_indices:int64, a_values:T, a_shape:int64, b_indices:int64, b_values:T, b_shape:int64, thresh:Treal) -> (sum_indices:int64, sum_values:T, sum_shape:int64) {T:type, Treal:type}",
        "The sum of two sparse tensors, without the sums of two values that are smaller than a threshold.",
    )
    .shape(sparse_add)
    .gradient(gradient),
    op(
        "SparseAddGrad(backprop_val_grad:T, a_indices:int64, b_indices:int64, sum_indices:int64) -> (a_val_grad:T, b_val_grad:T) {T:type}",
        "The gradient of SparseAdd by the values of either tensor.",
    )
    .shape(sparse_add_grad)
    .flat(),
];

fn sparse_add(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let shape = input_of_rank(query, 2, 1)?;
    let rank = shape.sizes().and_then(|sizes| sizes[0]);
    Ok(vec![PartialShape::new(vec![None, rank]), PartialShape::of_rank(1), shape])
}

/// A gradient for each value.
fn sparse_add_grad(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let count = |k| PartialShape::new(vec![input(query, k).sizes().and_then(|sizes| sizes.first().copied()).flatten()]);
    Ok(vec![count(1), count(2)])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (a, b, sum, dy) = (node.input(0)?, node.input(3)?, node.output(0)?, node.grad(1)?);
    let da = node.call("SparseAddGrad", &[&dy, &a, &b, &sum])?;
    let db = da.output(1);
    Ok(vec![None, Some(da.into()), None, None, Some(db.into()), None, None])
}
