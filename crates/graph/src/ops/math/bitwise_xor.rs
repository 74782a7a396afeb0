//! `BitwiseXor`: the bits that one element of each pair has and the other has not.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "BitwiseXor(x:T, y:T) -> (z:T) {T:type} [commutative]",
    "The bits that one element of each pair has and the other has not.",
)
.shape(rules::broadcast_two)
.flat()];
