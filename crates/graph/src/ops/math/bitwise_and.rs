//! `BitwiseAnd`: the bits that both elements of each pair have.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("BitwiseAnd(x:T, y:T) -> (z:T) {T:type} [commutative]", "The bits that both elements of each pair have.")
        .shape(rules::broadcast_two)
        .flat()];
