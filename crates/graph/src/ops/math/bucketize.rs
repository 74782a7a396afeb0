//! `Bucketize`: between which two of some boundaries each element lies.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op(
    "Bucketize(input:T) -> (output:int32) {T:type, boundaries:list(float)}",
    "Between which two of some boundaries each element lies.",
)
.shape(same_as_first)];
