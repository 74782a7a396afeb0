//! `Shape`, `ShapeN`: the sizes of tensors.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::input;
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op("Shape(input:T) -> (output:out_type) {T:type, out_type:type=int32}", "The sizes of a tensor, as a vector.")
        .shape(shape_of)
        .flat(),
    op(
        "ShapeN(input:N*T) -> (output:N*out_type) {N:int, T:type, out_type:type=int32}",
        "The sizes of several tensors, each as a vector.",
    )
    .shape(shape_of)
    .flat(),
];

/// A vector as long as each input's rank.
fn shape_of(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let of = |i| input(query, i).rank().map_or_else(|| PartialShape::of_rank(1), |n| PartialShape::new(vec![Some(n)]));
    Ok((0..query.node.output_types.len()).map(of).collect())
}
