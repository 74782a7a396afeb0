//! `SparseSegmentSum`: the sum of looked-up rows by segments.

use regatta_status::Result;

use super::segments::{looked_up, looked_up_grad, looked_up_grad_rows};
use crate::{
    gradient::{Backward, Grad, IndexedSlices},
    op_def::{AttrsExt, Op, op},
    ops::array::grads::{by_first, element},
};

pub(super) const OPS: &[Op] = &[
    op(
        "SparseSegmentSum(data:T, indices:Tidx, segment_ids:Tsegmentids) -> (output:T) {T:type, Tidx:type=int32, Tsegmentids:type=int32, sparse_gradient:bool=False}",
        "The sum of the rows that are looked up for each segment.",
    )
    .shape(looked_up)
    .gradient(back),
    op(
        "SparseSegmentSumGrad(grad:T, indices:Tidx, segment_ids:Tsegmentids, output_dim0:int32) -> (output:T) {T:type, Tidx:type=int32, Tsegmentids:type=int32}",
        "The gradient of SparseSegmentSum by the table in which rows are looked up.",
    )
    .shape(looked_up_grad),
    op(
        "SparseSegmentSumGradV2(grad:T, indices:Tidx, segment_ids:Tsegmentids, dense_output_dim0:int32) -> (output:T, sorted_unique_indices:Tidx) {T:type, Tidx:type=int32, Tsegmentids:type=int32}",
        "The gradient of SparseSegmentSum by those rows only that were looked up, and which they are.",
    )
    .shape(looked_up_grad_rows),
    op(
        "SparseSegmentSumWithNumSegments(data:T, indices:Tidx, segment_ids:Tsegmentids, num_segments:Tnumsegments) -> (output:T) {T:type, Tidx:type=int32, Tnumsegments:type=int32, Tsegmentids:type=int32, sparse_gradient:bool=False}",
        "As SparseSegmentSum, with the number of segments told, so that the last may be empty.",
    )
    .shape(looked_up)
    .gradient(back),
];

fn back(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    gradient(node, "SparseSegmentSum")
}

/// The rows of the gradient go back to where the data was looked up; as rows if the node asks for it.
pub(super) fn gradient(node: &mut Backward<'_>, op: &str) -> Result<Vec<Option<Grad>>> {
    let (x, indices, ids, dy) = (node.input(0)?, node.input(1)?, node.input(2)?, node.grad(0)?);
    let dense_shape = node.shape_of(&x)?;
    let count = element(node, &dense_shape, 0)?;
    let dx: Grad = if node.attrs().bool("sparse_gradient")? {
        let values = node.call(&format!("{op}GradV2"), &[&dy, &indices, &ids, &count])?;
        let indices = values.output(1);
        IndexedSlices { values, indices, dense_shape }.into()
    } else {
        node.call(&format!("{op}Grad"), &[&dy, &indices, &ids, &count])?.into()
    };
    Ok(by_first(node, Some(dx)))
}
