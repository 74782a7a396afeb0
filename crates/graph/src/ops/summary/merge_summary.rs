//! `MergeSummary`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] =
    &[op("MergeSummary(inputs:N*string) -> (summary:string) {N:int}", "").shape(same::scalar)];
