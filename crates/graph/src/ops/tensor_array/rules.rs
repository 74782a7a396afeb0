//! What the shape rules of arrays share.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::ops::infer::{input, scalar};
use crate::shape_rule::ShapeQuery;

/// A handle, and the number that orders the ops on an array.
pub(super) fn handle_and_flow(_: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::of_rank(0); 2])
}

/// Refuses an input that is known not to be a scalar.
pub(super) fn check_scalar(query: &ShapeQuery<'_>, k: usize) -> Result<()> {
    scalar(input(query, k)?)
}
