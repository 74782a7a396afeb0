//! `Less`: whether the first element of each pair is less than the second.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("Less(x:T, y:T) -> (z:bool) {T:type}", "Whether the first element of each pair is less than the second.")
        .shape(rules::broadcast_two)
        .flat()];
