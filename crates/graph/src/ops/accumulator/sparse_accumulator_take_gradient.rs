//! `SparseAccumulatorTakeGradient`: waits until so many gradients have come, and takes the rows that any of them had.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "SparseAccumulatorTakeGradient(handle:Ref(string), num_required:int32) -> (indices:int64, values:dtype, shape:int64) {dtype:type}",
    "Waits until so many gradients have come, and takes the rows that any of them had.",
)];
