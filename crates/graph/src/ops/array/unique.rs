//! `Unique`, `UniqueV2`: each value once.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::{input, input_of_rank, vector_len};
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Unique(x:T) -> (y:T, idx:out_idx) {T:type, out_idx:type=int32}",
        "The values of a vector, each once in the order they come in, and for each element which of them it is.",
    )
    .shape(unique),
    op(
        "UniqueV2(x:T, axis:Taxis) -> (y:T, idx:out_idx) {T:type, Taxis:type=int64, out_idx:type=int32}",
        "The different parts of a tensor along an axis, and for each part which of them it is.",
    )
    .shape(unique_along),
];

/// A vector of the values, and one as long as the input.
pub(super) fn unique(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let x = input_of_rank(query, 0, 1)?;
    let mut shapes = vec![PartialShape::of_rank(1); query.node.output_types.len()];
    shapes[1] = x;
    Ok(shapes)
}

/// The parts have the rank of the input.
pub(super) fn unique_along(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    vector_len(query, 1)?;
    let mut shapes = vec![PartialShape::of_rank(1); query.node.output_types.len()];
    shapes[0] = input(query, 0).rank().map_or_else(PartialShape::unknown, PartialShape::of_rank);
    Ok(shapes)
}
