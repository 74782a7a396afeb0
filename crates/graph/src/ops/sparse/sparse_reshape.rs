//! `SparseReshape`: a sparse tensor in another shape.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::array::known::{input_of_rank, vector_len},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SparseReshape(input_indices:int64, input_shape:int64, new_shape:int64) -> (output_indices:int64, output_shape:int64) {}",
    "The places of a sparse tensor's values when it has another shape, of which one size may be left open.",
)
.shape(sparse_reshape)];

/// As many places as before, each as long as the new shape.
fn sparse_reshape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let indices = input_of_rank(query, 0, 2)?;
    input_of_rank(query, 1, 1)?;
    let rank = vector_len(query, 2)?;
    let count = indices.sizes().and_then(|sizes| sizes[0]);
    Ok(vec![PartialShape::new(vec![count, rank]), PartialShape::new(vec![rank])])
}
