//! `RandomUniform`.

use super::shaped;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "RandomUniform(shape:T) -> (output:dtype) {seed:int=0, seed2:int=0, dtype:type, T:type} [stateful]",
    "Numbers in `[0, 1)`, evenly spread.",
)
.shape(shaped)
.flat()];
