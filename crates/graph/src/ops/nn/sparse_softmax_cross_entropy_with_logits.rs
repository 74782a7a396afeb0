//! `SparseSoftmaxCrossEntropyWithLogits`.

use super::sparse_cross_entropy;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("SparseSoftmaxCrossEntropyWithLogits(features:T, labels:Tlabels) -> (loss:T, backprop:T) {T:type, Tlabels:type=int64}", "").shape(sparse_cross_entropy),
];
