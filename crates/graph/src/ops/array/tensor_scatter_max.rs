//! `TensorScatterMax`: the larger of a tensor's elements and parts.

use regatta_status::Result;

use super::{
    grads::{cast, shape_as},
    same,
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "TensorScatterMax(tensor:T, indices:Tindices, updates:T) -> (output:T) {T:type, Tindices:type, bad_indices_policy:string=''}",
    "A tensor with the larger of its element and the update at the places that the rows of the indices name.",
)
.shape(same::same)
.gradient(gradient)];

/// Where several values are the result, they share its gradient evenly.
pub(super) fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, indices, updates) = (node.input(0)?, node.input(1)?, node.input(2)?);
    let (y, dy) = (node.output(0)?, node.grad(0)?);
    let parts = node.call("GatherNd", &[&y, &indices])?;
    let from_x = node.call("Equal", &[&x, &y])?;
    let from_x = cast(node, &from_x, dy.dtype())?;
    let from_updates = node.call("Equal", &[&updates, &parts])?;
    let from_updates = cast(node, &from_updates, dy.dtype())?;
    let shape = shape_as(node, &x, indices.dtype())?;
    let counts = node.call("ScatterNd", &[&indices, &from_updates, &shape])?;
    let counts = node.call("AddV2", &[&counts, &from_x])?;
    let share = node.call("RealDiv", &[&dy, &counts])?;
    let dx = node.call("Mul", &[&share, &from_x])?;
    let du = node.call("GatherNd", &[&share, &indices])?;
    let du = node.call("Mul", &[&du, &from_updates])?;
    Ok(vec![Some(dx.into()), None, Some(du.into())])
}
