//! `TensorScatterAdd`: parts added to a tensor.

use regatta_status::Result;

use super::same;
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "TensorScatterAdd(tensor:T, indices:Tindices, updates:T) -> (output:T) {T:type, Tindices:type, bad_indices_policy:string=''}",
    "A tensor to which parts are added at the places that the rows of the indices name.",
)
.shape(same::same)
.gradient(gradient)];

/// All of the gradient by the tensor, its parts by the updates.
pub(super) fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (indices, dy) = (node.input(1)?, node.grad(0)?);
    let parts = node.call("GatherNd", &[&dy, &indices])?;
    Ok(vec![Some(dy.into()), None, Some(parts.into())])
}
