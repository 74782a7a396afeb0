//! `SparseDenseCwiseMul`: a sparse tensor times a dense one, element by element.

use regatta_status::Result;

use super::sparse_dense_cwise_add::values;
use crate::{
    builder::Outlet,
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "SparseDenseCwiseMul(sp_indices:int64, sp_values:T, sp_shape:int64, dense:T) -> (output:T) {T:type}",
    "The product of each value of a sparse tensor and the element of a dense one at its place.",
)
.shape(values)
.gradient(gradient)];

/// Each factor gets the gradient times the other.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, dy) = (node.input(1)?, node.grad(0)?);
    let elements = elements_at(node)?;
    let dx = node.call("Mul", &[&dy, &elements])?;
    let dd = node.call("Mul", &[&dy, &x])?;
    let dd = spread(node, &dd)?;
    Ok(vec![None, Some(dx.into()), None, Some(dd.into())])
}

/// The elements of the dense tensor at the places of the values.
pub(super) fn elements_at(node: &mut Backward<'_>) -> Result<Outlet> {
    let (indices, shape, dense) = (node.input(0)?, node.input(2)?, node.input(3)?);
    let whole = node.call("BroadcastTo", &[&dense, &shape])?;
    node.call("GatherNd", &[&whole, &indices])
}

/// Gradients at the places of the values, brought into the form of the dense tensor.
pub(super) fn spread(node: &mut Backward<'_>, grads: &Outlet) -> Result<Outlet> {
    let (indices, shape, dense) = (node.input(0)?, node.input(2)?, node.input(3)?);
    let whole = node.call("ScatterNd", &[&indices, grads, &shape])?;
    node.unbroadcast(&whole, &dense, &whole)
}
