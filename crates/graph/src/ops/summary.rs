//! Summaries for TensorBoard.

use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op("ScalarSummary(tags:string, values:T) -> (summary:string) {T:type}", unknown),
    op("MergeSummary(inputs:N*string) -> (summary:string) {N:int}", unknown),
];
