//! Adding up the gradients that reach one tensor over several ways.

use regatta_status::Result;
use regatta_tensor::Tensor;

use super::{Grad, IndexedSlices};
use crate::builder::GraphBuilder;

/// One gradient of several. Rows stay rows, one list behind the other, unless something dense is among them.
pub(super) fn sum(g: &mut GraphBuilder, mut grads: Vec<Grad>) -> Result<Option<Grad>> {
    if grads.len() <= 1 {
        return Ok(grads.pop());
    }
    let rows: Vec<IndexedSlices> = grads
        .iter()
        .filter_map(|grad| match grad {
            Grad::Slices(slices) => Some(slices.clone()),
            Grad::Dense(_) => None,
        })
        .collect();
    if rows.len() == grads.len() {
        let axis = g.constant("rows/axis", Tensor::scalar(0i32))?;
        let join = |g: &mut GraphBuilder, name: &str, parts: Vec<&crate::Outlet>| {
            g.node("ConcatV2", name).inputs(parts).input(&axis).finish()
        };
        let values = join(g, "rows/values", rows.iter().map(|rows| &rows.values).collect())?;
        let indices = join(g, "rows/indices", rows.iter().map(|rows| &rows.indices).collect())?;
        let dense_shape = rows[0].dense_shape.clone();
        return Ok(Some(IndexedSlices { values, indices, dense_shape }.into()));
    }
    let dense = grads.into_iter().map(|grad| grad.dense(g)).collect::<Result<Vec<_>>>()?;
    Ok(Some(g.node("AddN", "AddN").inputs(&dense).finish()?.into()))
}
