//! `NonDeterministicInts`.

use super::shaped;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "NonDeterministicInts(shape:shape_dtype) -> (output:dtype) {dtype:type=int64, shape_dtype:type=int64} [stateful]",
    "Whole numbers that nobody can foretell.",
)
.shape(shaped)];
