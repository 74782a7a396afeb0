//! `HistogramSummary`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] =
    &[op("HistogramSummary(tag:string, values:T) -> (summary:string) {T:type=float}", "").shape(same::scalar)];
