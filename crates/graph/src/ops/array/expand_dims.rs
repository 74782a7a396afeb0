//! `ExpandDims`: one more axis.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    grads::reshaped,
    known::{axis_of, constant_int, input},
};
use crate::{
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "ExpandDims(input:T, dim:Tdim) -> (output:T) {T:type, Tdim:type=int32}",
    "The input with one more axis, of size 1.",
)
.shape(expand_dims)
.gradient(reshaped)];

/// One more axis of size 1.
fn expand_dims(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let source = input(query, 0);
    let Some(sizes) = source.sizes() else { return Ok(vec![source]) };
    let Some(axis) = constant_int(query, 1) else { return Ok(vec![PartialShape::of_rank(sizes.len() + 1)]) };
    let axis = axis_of(axis, sizes.len() + 1)?;
    let mut sizes = sizes.to_vec();
    sizes.insert(axis, Some(1));
    Ok(vec![PartialShape::new(sizes)])
}
