//! `SparseDenseCwiseDiv`: a sparse tensor divided by a dense one, element by element.

use regatta_status::Result;

use super::{
    sparse_dense_cwise_add::values,
    sparse_dense_cwise_mul::{elements_at, spread},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "SparseDenseCwiseDiv(sp_indices:int64, sp_values:T, sp_shape:int64, dense:T) -> (output:T) {T:type}",
    "Each value of a sparse tensor divided by the element of a dense one at its place.",
)
.shape(values)
.gradient(gradient)];

/// Of `y = x / d`: `dx = dy / d` and `dd = -dy y / d`.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (y, dy) = (node.output(0)?, node.grad(0)?);
    let elements = elements_at(node)?;
    let dx = node.call("RealDiv", &[&dy, &elements])?;
    let dd = node.call("Mul", &[&dx, &y])?;
    let dd = node.call("Neg", &[&dd])?;
    let dd = spread(node, &dd)?;
    Ok(vec![None, Some(dx.into()), None, Some(dd.into())])
}
