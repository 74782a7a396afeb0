//! `Unpack`: a tensor taken apart along an axis.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    grads::by_first,
    known::{axis_of, input, merge_size},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "Unpack(value:T) -> (output:num*T) {num:int, T:type, axis:int=0}",
    "A tensor taken apart along an axis, which the parts no longer have.",
)
.shape(unpack)
.gradient(gradient)];

/// The shape of the value with an axis gone.
fn unpack(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let outputs = query.node.output_types.len();
    let shape = input(query, 0);
    let Some(sizes) = shape.sizes() else { return Ok(vec![shape; outputs]) };
    let axis = axis_of(query.node.attrs.int("axis")?, sizes.len())?;
    merge_size(sizes[axis], Some(outputs))?;
    let mut sizes = sizes.to_vec();
    sizes.remove(axis);
    Ok(vec![PartialShape::new(sizes); outputs])
}

/// Packed again.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (axis, count) = (node.attrs().int("axis")?, node.output(0)?.num_outputs());
    let parts = (0..count).map(|k| node.grad(k)).collect::<Result<Vec<_>>>()?;
    let dx = node.op("Pack").inputs(&parts).attr("axis", axis).finish()?;
    Ok(by_first(node, Some(dx.into())))
}
