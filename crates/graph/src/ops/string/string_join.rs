//! `StringJoin`: strings of several tensors, joined place by place.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::merge,
    shape_rule::{ShapeQuery, unknown},
};

pub(super) const OPS: &[Op] = &[op(
    "StringJoin(inputs:N*string) -> (output:string) {N:int, separator:string=''}",
    "The strings of all inputs joined place by place; a scalar goes to every place.",
)
.shape(shape)];

/// The shape of those inputs that are not scalars, which must agree.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    if query.inputs.iter().any(|shape| shape.rank().is_none()) {
        return unknown(query);
    }
    let mut joined = PartialShape::of_rank(0);
    for shape in query.inputs.iter().filter(|shape| shape.rank() != Some(0)) {
        joined = if joined.rank() == Some(0) { shape.clone() } else { merge(&joined, shape)? };
    }
    Ok(vec![joined])
}
