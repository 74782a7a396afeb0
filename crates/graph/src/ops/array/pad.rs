//! `Pad`, `PadV2`.

use super::repeat;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("Pad(input:T, paddings:Tpaddings) -> (output:T) {T:type, Tpaddings:type=int32}", "").shape(repeat::pad),
    op("PadV2(input:T, paddings:Tpaddings, constant_values:T) -> (output:T) {T:type, Tpaddings:type=int32}", "")
        .shape(repeat::pad),
];
