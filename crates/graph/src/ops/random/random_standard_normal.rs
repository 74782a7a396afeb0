//! `RandomStandardNormal`.

use super::shaped;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "RandomStandardNormal(shape:T) -> (output:dtype) {seed:int=0, seed2:int=0, dtype:type, T:type} [stateful]",
    "Numbers of the normal distribution.",
)
.shape(shaped)
.flat()];
