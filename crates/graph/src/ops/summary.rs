//! Summaries for TensorBoard.

use super::array::same;
use crate::op_def::{Row, op};

pub(crate) const OPS: &[Row] = &[
    op("ScalarSummary(tags:string, values:T) -> (summary:string) {T:type}", same::scalar),
    op("MergeSummary(inputs:N*string) -> (summary:string) {N:int}", same::scalar),
    op("HistogramSummary(tag:string, values:T) -> (summary:string) {T:type=float}", same::scalar),
];
