//! `SparseDenseCwiseAdd`: a sparse tensor plus a dense one, where the sparse one has values.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::array::known::input_of_rank,
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SparseDenseCwiseAdd(sp_indices:int64, sp_values:T, sp_shape:int64, dense:T) -> (output:T) {T:type}",
    "The sum of each value of a sparse tensor and the element of a dense one at its place.",
)
.shape(values)];

/// As many values as came in.
pub(super) fn values(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let indices = input_of_rank(query, 0, 2)?;
    Ok(vec![PartialShape::new(vec![indices.sizes().and_then(|sizes| sizes[0])])])
}
