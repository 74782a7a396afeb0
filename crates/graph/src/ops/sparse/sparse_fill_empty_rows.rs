//! `SparseFillEmptyRows`: a value for every row that has none.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::array::known::{constant_ints, input_of_rank, merge_size},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "SparseFillEmptyRows(indices:int64, values:T, dense_shape:int64, default_value:T) -> (output_indices:int64, output_values:T, empty_row_indicator:bool, reverse_index_map:int64) {T:type}",
        "A sparse tensor with a default value in the first column of every row that has none.",
    )
    .shape(fill)
    .gradient(gradient),
    op(
        "SparseFillEmptyRowsGrad(reverse_index_map:int64, grad_values:T) -> (d_values:T, d_default_value:T) {T:type}",
        "The gradient of SparseFillEmptyRows by the values and by the default.",
    )
    .shape(fill_grad),
];

/// Some values, a truth for every row, a place for every value there was.
fn fill(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (indices, values) = (input_of_rank(query, 0, 2)?, input_of_rank(query, 1, 1)?);
    let shape = input_of_rank(query, 2, 1)?;
    input_of_rank(query, 3, 0)?;
    let (indices, rank) = (indices.sizes().unwrap_or(&[None, None]).to_vec(), shape.sizes().and_then(|sizes| sizes[0]));
    let count = merge_size(indices[0], values.sizes().and_then(|sizes| sizes[0]))?;
    let rank = merge_size(indices[1], rank)?;
    let first = constant_ints(query, 2).and_then(|sizes| sizes.first().copied());
    let rows = first.and_then(|rows| usize::try_from(rows).ok());
    Ok(vec![
        PartialShape::new(vec![None, rank]),
        PartialShape::of_rank(1),
        PartialShape::new(vec![rows]),
        PartialShape::new(vec![count]),
    ])
}

fn fill_grad(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 1, 1)?;
    Ok(vec![input_of_rank(query, 0, 1)?, PartialShape::of_rank(0)])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (places, dy) = (node.output(3)?, node.grad(1)?);
    let dv = node.call("SparseFillEmptyRowsGrad", &[&places, &dy])?;
    let dd = dv.output(1);
    Ok(vec![None, Some(dv.into()), None, Some(dd.into())])
}
