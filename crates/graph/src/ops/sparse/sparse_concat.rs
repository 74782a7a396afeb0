//! `SparseConcat`: sparse tensors one behind the other.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::array::known::{input, merge},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SparseConcat(indices:N*int64, values:N*T, shapes:N*int64) -> (output_indices:int64, output_values:T, output_shape:int64) {concat_dim:int, N:int, T:type}",
    "Sparse tensors one behind the other along an axis.",
)
.shape(sparse_concat)
.flat()];

/// The shapes must be of one length.
fn sparse_concat(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let count = query.inputs.len() / 3;
    let mut shape = PartialShape::of_rank(1);
    for k in 0..count {
        shape = merge(&shape, &input(query, 2 * count + k))?;
    }
    let rank = shape.sizes().and_then(|sizes| sizes[0]);
    Ok(vec![PartialShape::new(vec![None, rank]), PartialShape::of_rank(1), shape])
}
