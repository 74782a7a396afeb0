//! `SparseSplit`: a sparse tensor cut along an axis.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "SparseSplit(split_dim:int64, indices:int64, values:T, shape:int64) -> (output_indices:num_split*int64, output_values:num_split*T, output_shape:num_split*int64) {num_split:int, T:type}",
    "A sparse tensor cut along an axis into parts, of which the first are larger by one if they cannot all be equal.",
)];
