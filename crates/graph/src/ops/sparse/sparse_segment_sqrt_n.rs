//! `SparseSegmentSqrtN`: the sum of looked-up rows by segments.

use regatta_status::Result;

use super::{
    segments::{looked_up, looked_up_grad, looked_up_grad_rows},
    sparse_segment_sum::gradient,
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
};

pub(super) const OPS: &[Op] = &[
    op(
        "SparseSegmentSqrtN(data:T, indices:Tidx, segment_ids:Tsegmentids) -> (output:T) {T:type, Tidx:type=int32, Tsegmentids:type=int32, sparse_gradient:bool=False}",
        "The sum, divided by the square root of their number, of the rows that are looked up for each segment.",
    )
    .shape(looked_up)
    .gradient(back),
    op(
        "SparseSegmentSqrtNGrad(grad:T, indices:Tidx, segment_ids:Tsegmentids, output_dim0:int32) -> (output:T) {T:type, Tidx:type=int32, Tsegmentids:type=int32}",
        "The gradient of SparseSegmentSqrtN by the table in which rows are looked up.",
    )
    .shape(looked_up_grad),
    op(
        "SparseSegmentSqrtNGradV2(grad:T, indices:Tidx, segment_ids:Tsegmentids, dense_output_dim0:int32) -> (output:T, sorted_unique_indices:Tidx) {T:type, Tidx:type=int32, Tsegmentids:type=int32}",
        "The gradient of SparseSegmentSqrtN by those rows only that were looked up, and which they are.",
    )
    .shape(looked_up_grad_rows),
    op(
        "SparseSegmentSqrtNWithNumSegments(data:T, indices:Tidx, segment_ids:Tsegmentids, num_segments:Tnumsegments) -> (output:T) {T:type, Tidx:type=int32, Tnumsegments:type=int32, Tsegmentids:type=int32, sparse_gradient:bool=False}",
        "As SparseSegmentSqrtN, with the number of segments told, so that the last may be empty.",
    )
    .shape(looked_up)
    .gradient(back),
];

fn back(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    gradient(node, "SparseSegmentSqrtN")
}
