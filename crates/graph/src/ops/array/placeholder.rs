//! `Placeholder`, `PlaceholderWithDefault`: values that a step is fed.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    grads::pass,
    known::{input, merge},
};
use crate::{
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op("Placeholder() -> (output:dtype) {dtype:type, shape:shape=unknown}", "A value that a step must be fed.")
        .shape(placeholder),
    op(
        "PlaceholderWithDefault(input:dtype) -> (output:dtype) {dtype:type, shape:shape}",
        "Its input, unless a step is fed something else for it.",
    )
    .shape(placeholder_with_default)
    .gradient(pass),
];

/// What the attribute says.
fn placeholder(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![query.node.attrs.shape("shape")?.clone()])
}

/// What the attribute says, which the default must keep.
fn placeholder_with_default(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let shape = query.node.attrs.shape("shape")?;
    merge(&input(query, 0), shape)?;
    Ok(vec![shape.clone()])
}
