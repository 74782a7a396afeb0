//! `ConcatOffset`: where joined tensors begin.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::input_of_rank;
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "ConcatOffset(concat_dim:int32, shape:N*shape_type) -> (offset:N*shape_type) {N:int, shape_type:type=int32}",
    "For shapes that are joined along an axis, where each begins in the result.",
)
.shape(concat_offset)
.flat()];

/// Each offset is a vector like the shape it belongs to.
fn concat_offset(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    (1..query.inputs.len()).map(|i| input_of_rank(query, i, 1)).collect()
}
