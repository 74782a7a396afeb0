//! `Pack`: tensors of one shape side by side.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::known::{axis_of, merge};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Pack(values:N*T) -> (output:T) {N:int, T:type, axis:int=0}",
    "Tensors of one shape side by side along a new axis.",
)
.shape(pack)
.gradient(gradient)];

/// The shape that all values have, with an axis of their number.
fn pack(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let mut shape = PartialShape::unknown();
    for value in query.inputs {
        shape = merge(&shape, value)?;
    }
    let Some(sizes) = shape.sizes() else { return Ok(vec![shape]) };
    let axis = axis_of(query.node.attrs.int("axis")?, sizes.len() + 1)?;
    let mut sizes = sizes.to_vec();
    sizes.insert(axis, Some(query.inputs.len()));
    Ok(vec![PartialShape::new(sizes)])
}

/// Unpacked again.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (count, axis, dy) = (node.num_inputs(), node.attrs().int("axis")?, node.grad(0)?);
    let parts = node.op("Unpack").input(&dy).attr("num", count as i64).attr("axis", axis).finish()?;
    Ok((0..count).map(|k| Some(parts.output(k).into())).collect())
}
