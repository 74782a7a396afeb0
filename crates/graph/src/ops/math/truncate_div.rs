//! `TruncateDiv`: the quotient of each pair, rounded towards zero.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("TruncateDiv(x:T, y:T) -> (z:T) {T:type}", "The quotient of each pair, rounded towards zero.")
        .shape(rules::broadcast_two)
        .flat()];
