//! `SparseReduceSum`: the sum of a sparse tensor along axes.

use regatta_status::Result;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::array::grads::{by_input, cast, count_up_to, int},
};

pub(super) const OPS: &[Op] = &[op(
    "SparseReduceSum(input_indices:int64, input_values:T, input_shape:int64, reduction_axes:int32) -> (output:T) {keep_dims:bool=False, T:type}",
    "The sum of a sparse tensor along axes, as a dense tensor.",
)
.gradient(gradient)];

/// Each value gets the gradient of the sum that it went into: at its place, with zeros for the axes that were summed.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (indices, shape, axes, dy) = (node.input(0)?, node.input(2)?, node.input(3)?, node.grad(0)?);
    // The shape with ones for the axes that were summed.
    let rank = node.call("Size", &[&shape])?;
    let axes = node.call("FloorMod", &[&axes, &rank])?;
    let (every, one) = (count_up_to(node, &rank)?, node.number(&shape, 1.0)?);
    let count = node.op("Shape").input(&axes).finish()?;
    let ones = node.call("Fill", &[&count, &one])?;
    let kept = node.op("DynamicStitch").inputs([&every, &axes, &shape, &ones]).attr("N", 2i64).finish()?;
    let dy = node.call("Reshape", &[&dy, &kept])?;
    let zero = int(node, 0)?;
    let zero = cast(node, &zero, indices.dtype())?;
    let summed = node.call("Equal", &[&kept, &one])?;
    let places = node.call("SelectV2", &[&summed, &zero, &indices])?;
    let dv = node.call("GatherNd", &[&dy, &places])?;
    Ok(by_input(node, 1, Some(dv.into())))
}
