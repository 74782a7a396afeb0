//! `ScalarSummary`.

use crate::op_def::{Op, op};
use crate::ops::array::same;

pub(super) const OPS: &[Op] =
    &[op("ScalarSummary(tags:string, values:T) -> (summary:string) {T:type}", "").shape(same::scalar)];
