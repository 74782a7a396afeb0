//! `HistogramSummary`: how numbers are spread, for TensorBoard.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] = &[op(
    "HistogramSummary(tag:string, values:T) -> (summary:string) {T:type=float}",
    "A summary with a histogram of some values.",
)
.shape(gives_scalar)
.flat()];
