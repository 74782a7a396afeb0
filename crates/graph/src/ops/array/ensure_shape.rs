//! `EnsureShape`: a tensor that must have a shape.

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

pub(super) const OPS: &[Op] = &[op(
    "EnsureShape(input:T) -> (output:T) {shape:shape, T:type}",
    "Its input, or an error if it has not the shape that is promised.",
)
.shape(ensure_shape)
.gradient(pass)];

/// Both promises.
fn ensure_shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![merge(&input(query, 0), query.node.attrs.shape("shape")?)?])
}
