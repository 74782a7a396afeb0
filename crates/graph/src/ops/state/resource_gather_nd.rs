//! `ResourceGatherNd`.

use regatta_status::Result;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[op(
    "ResourceGatherNd(resource:resource, indices:Tindices) -> (output:dtype) {dtype:type, Tindices:type} [stateful]",
    "The parts of a variable that the rows of indices name.",
)
.gradient(gradient)];

/// What came back, added up at the places it was taken from; it belongs to the handle.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (handle, indices, grad) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let shape = node.op("VariableShape").input(&handle).attr("out_type", indices.dtype()).finish()?;
    let spread = node.call("ScatterNd", &[&indices, &grad, &shape])?;
    Ok(vec![Some(spread.into()), None])
}
