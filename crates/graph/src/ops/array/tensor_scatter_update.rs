//! `TensorScatterUpdate`: parts of a tensor replaced.

use regatta_status::Result;

use super::same;
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "TensorScatterUpdate(tensor:T, indices:Tindices, updates:T) -> (output:T) {T:type, Tindices:type, bad_indices_policy:string=''}",
    "A tensor with other parts at the places that the rows of the indices name.",
)
.shape(same::same)
.gradient(gradient)];

/// What was replaced gets nothing; the updates get their parts.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (indices, updates, dy) = (node.input(1)?, node.input(2)?, node.grad(0)?);
    let zeros = node.call("ZerosLike", &[&updates])?;
    let kept = node.call("TensorScatterUpdate", &[&dy, &indices, &zeros])?;
    let parts = node.call("GatherNd", &[&dy, &indices])?;
    Ok(vec![Some(kept.into()), None, Some(parts.into())])
}
