//! `ScatterNd`: parts put into zeros.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    grads::by_input,
    known::{at_least_rank, input, shape_input},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "ScatterNd(indices:Tindices, updates:T, shape:Tindices) -> (output:T) {T:type, Tindices:type, bad_indices_policy:string=''}",
    "Zeros of a given shape, to which parts are added at the places that the rows of the indices name.",
)
.shape(scatter_nd)
.gradient(gradient)];

/// The shape that the last input spells out.
fn scatter_nd(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    at_least_rank(&input(query, 0), 1)?;
    at_least_rank(&input(query, 1), 1)?;
    Ok(vec![shape_input(query, 2)?])
}

/// The parts of the gradient at the same places.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (indices, dy) = (node.input(0)?, node.grad(0)?);
    let parts = node.call("GatherNd", &[&dy, &indices])?;
    Ok(by_input(node, 1, Some(parts.into())))
}
