//! `BitwiseOr`: the bits that an element of each pair has.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("BitwiseOr(x:T, y:T) -> (z:T) {T:type} [commutative]", "The bits that an element of each pair has.")
        .shape(rules::broadcast_two)
        .flat()];
