//! Ops whose outputs have the shape of an input, or a shape that nothing can change.

use regatta_status::Result;
use regatta_tensor::{PartialShape, Shape};

use super::known::{input, input_of_rank};
use crate::shape_rule::ShapeQuery;

/// The shape of the first input.
pub(crate) fn same(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![input(query, 0)])
}

/// For every output the shape of the input of the same number.
pub(crate) fn same_each(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(query.inputs.to_vec())
}

/// A scalar for every output.
pub(crate) fn scalar(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![(&Shape::scalar()).into(); query.node.output_types.len()])
}

/// A vector whose length is not known, for every output.
pub(crate) fn vector(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::of_rank(1); query.node.output_types.len()])
}

/// The shape of a vector that is the first input.
pub(crate) fn same_vector(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![input_of_rank(query, 0, 1)?])
}
