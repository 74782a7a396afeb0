//! `Snapshot`: a tensor as it is now.

use super::same;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "Snapshot(input:T) -> (output:T) {T:type}",
    "Its input, which later changes of a variable do not change; TensorFlow's optimiser puts it in.",
)
.shape(same::same)];
