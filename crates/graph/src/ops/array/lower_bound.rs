//! `LowerBound`: where values would be put into sorted rows.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::{input_of_rank, merge_size};
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "LowerBound(sorted_inputs:T, values:T) -> (output:out_type) {T:type, out_type:type=int32}",
    "For each value the place of the first element of its sorted row that is not less than it.",
)
.shape(bound)];

/// The shape of the values, whose rows belong to those that are searched.
pub(super) fn bound(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (sorted, values) = (input_of_rank(query, 0, 2)?, input_of_rank(query, 1, 2)?);
    let first = |shape: &PartialShape| shape.sizes().and_then(|sizes| sizes[0]);
    merge_size(first(&sorted), first(&values))?;
    Ok(vec![values])
}
