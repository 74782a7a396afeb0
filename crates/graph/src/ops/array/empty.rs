//! `Empty`: room for a tensor.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::shape_input;
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Empty(shape:int32) -> (output:dtype) {dtype:type, init:bool=False} [stateful]",
    "A tensor of a given shape whose elements may be anything; here they are zeros.",
)
.shape(empty)];

/// The shape that the input spells out.
fn empty(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![shape_input(query, 0)?])
}
