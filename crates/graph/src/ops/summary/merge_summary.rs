//! `MergeSummary`: several summaries in one.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] =
    &[op("MergeSummary(inputs:N*string) -> (summary:string) {N:int}", "A summary with the values of several.")
        .shape(gives_scalar)
        .flat()];
