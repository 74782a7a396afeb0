//! `BroadcastArgs`: the shape that two are broadcast to.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::vector_len;
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] =
    &[op("BroadcastArgs(s0:T, s1:T) -> (r0:T) {T:type=int32}", "The shape that two shapes are broadcast to.")
        .shape(broadcast_args)];

/// As long as the longer of the two.
fn broadcast_args(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let lengths = vector_len(query, 0)?.zip(vector_len(query, 1)?);
    Ok(vec![PartialShape::new(vec![lengths.map(|(left, right)| left.max(right))])])
}
