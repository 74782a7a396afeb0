//! `ListDiff`: what one list has and the other has not.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::input_of_rank;
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "ListDiff(x:T, y:T) -> (out:T, idx:out_idx) {T:type, out_idx:type=int32}",
    "The elements of one vector that are not in another, and where they were.",
)
.shape(list_diff)];

/// Two vectors.
fn list_diff(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 0, 1)?;
    input_of_rank(query, 1, 1)?;
    Ok(vec![PartialShape::of_rank(1); 2])
}
