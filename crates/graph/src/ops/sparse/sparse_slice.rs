//! `SparseSlice`: a box of a sparse tensor.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::array::{
        grads::by_input,
        known::{input, input_of_rank},
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "SparseSlice(indices:int64, values:T, shape:int64, start:int64, size:int64) -> (output_indices:int64, output_values:T, output_shape:int64) {T:type}",
        "The values of a sparse tensor that lie in a box, as a sparse tensor of the box.",
    )
    .shape(sparse_slice)
    .gradient(gradient),
    op(
        "SparseSliceGrad(backprop_val_grad:T, input_indices:int64, input_start:int64, output_indices:int64) -> (val_grad:T) {T:type}",
        "The gradient of SparseSlice by the values.",
    )
    .shape(sparse_slice_grad),
];

/// Some of the values; the shape is as long as that of the input.
fn sparse_slice(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let shape = input_of_rank(query, 2, 1)?;
    let rank = shape.sizes().and_then(|sizes| sizes[0]);
    Ok(vec![PartialShape::new(vec![None, rank]), PartialShape::of_rank(1), shape])
}

/// A gradient for each value.
fn sparse_slice_grad(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let count = input(query, 1).sizes().and_then(|sizes| sizes.first().copied()).flatten();
    Ok(vec![PartialShape::new(vec![count])])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (indices, start, taken, dy) = (node.input(0)?, node.input(3)?, node.output(0)?, node.grad(1)?);
    let dv = node.call("SparseSliceGrad", &[&dy, &indices, &start, &taken])?;
    Ok(by_input(node, 1, Some(dv.into())))
}
