//! `GatherNd`: parts of a tensor by indices of several axes.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{
    grads::{by_first, shape_as},
    known::{at_least_rank, input},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "GatherNd(params:Tparams, indices:Tindices) -> (output:Tparams) {Tparams:type, Tindices:type, bad_indices_policy:string=''}",
    "The parts of a tensor whose places along its first axes the rows of the indices name.",
)
.shape(gather_nd)
.gradient(gradient)];

/// `indices[..-1] + params[indices[-1]..]`.
fn gather_nd(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (params, indices) = (input(query, 0), input(query, 1));
    at_least_rank(&indices, 1)?;
    let (Some(from), Some([head @ .., Some(depth)])) = (params.sizes(), indices.sizes()) else {
        return Ok(vec![PartialShape::unknown()]);
    };
    let rest = from.get(*depth..).ok_or_else(|| {
        invalid_argument(format!(
            "indices.shape[-1] must be <= params.rank, but saw indices shape: {indices} and params shape: {params}"
        ))
    })?;
    Ok(vec![PartialShape::new([head, rest].concat())])
}

/// The parts of the gradient added where they came from.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (params, indices, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let shape = shape_as(node, &params, indices.dtype())?;
    let dx = node.call("ScatterNd", &[&indices, &dy, &shape])?;
    Ok(by_first(node, Some(dx.into())))
}
