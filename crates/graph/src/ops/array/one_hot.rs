//! `OneHot`: indices as vectors with one place that differs.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::known::{axis_of, constant_int, input, input_of_rank};
use crate::{
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "OneHot(indices:TI, depth:int32, on_value:T, off_value:T) -> (output:T) {axis:int=-1, T:type, TI:type=int64}",
    "Along a new axis, one value where the index says and another elsewhere.",
)
.shape(one_hot)
.flat()];

/// The shape of the indices with an axis of the given depth.
fn one_hot(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    for scalar in 1..4 {
        input_of_rank(query, scalar, 0)?;
    }
    let depth = match constant_int(query, 1) {
        Some(depth) => Some(usize::try_from(depth).map_err(|_| invalid_argument("depth must be non-negative"))?),
        None => None,
    };
    let indices = input(query, 0);
    let Some(sizes) = indices.sizes() else { return Ok(vec![indices]) };
    let axis = query.node.attrs.int("axis")?;
    if axis < -1 {
        return Err(invalid_argument("axis must be >= -1"));
    }
    let axis = axis_of(axis, sizes.len() + 1)?;
    let mut sizes = sizes.to_vec();
    sizes.insert(axis, depth);
    Ok(vec![PartialShape::new(sizes)])
}
