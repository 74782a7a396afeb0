//! `UpperBound`: where values would be put into sorted rows.

use super::lower_bound::bound;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "UpperBound(sorted_inputs:T, values:T) -> (output:out_type) {T:type, out_type:type=int32}",
    "For each value the place of the first element of its sorted row that is greater than it.",
)
.shape(bound)];
