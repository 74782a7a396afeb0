//! `Where`: the places of what is true.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::input;
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Where(input:T) -> (index:int64) {T:type=bool}",
    "The places of the elements that are true, or not zero, one row for each.",
)
.shape(where_true)];

/// A row of the input's rank for each element that is true.
fn where_true(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::new(vec![None, input(query, 0).rank()])])
}
