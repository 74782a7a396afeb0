//! `SparseSoftmax`: softmax over the values that are there.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::array::{
        grads::{by_input, ints},
        known::input_of_rank,
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[op(
    "SparseSoftmax(sp_indices:int64, sp_values:T, sp_shape:int64) -> (output:T) {T:type}",
    "Softmax along the last axis of a sparse tensor, in which what is not there counts as minus infinity.",
)
.shape(sparse_softmax)
.gradient(gradient)];

/// As many values as came in.
fn sparse_softmax(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    input_of_rank(query, 0, 2)?;
    input_of_rank(query, 2, 1)?;
    Ok(vec![input_of_rank(query, 1, 1)?])
}

/// `(dy - sum(dy * y)) * y`, the sum along each row.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (indices, shape, y, dy) = (node.input(0)?, node.input(2)?, node.output(0)?, node.grad(0)?);
    let product = node.call("Mul", &[&dy, &y])?;
    let last = ints(node, &[-1])?;
    let sums = node.op("SparseReduceSum").inputs([&indices, &product, &shape, &last]).finish()?;
    // The row of each value: its place without the last coordinate.
    let (begin, end, one) = (ints(node, &[0, 0])?, ints(node, &[0, -1])?, ints(node, &[1, 1])?);
    let rows =
        node.op("StridedSlice").inputs([&indices, &begin, &end, &one]).attr("begin_mask", 3i64).attr("end_mask", 1i64);
    let rows = rows.finish()?;
    let sums = node.call("GatherNd", &[&sums, &rows])?;
    let centred = node.call("Sub", &[&dy, &sums])?;
    let dx = node.call("Mul", &[&centred, &y])?;
    Ok(by_input(node, 1, Some(dx.into())))
}
