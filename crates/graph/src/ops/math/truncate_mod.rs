//! `TruncateMod`, `Mod`: the remainder of each pair's division, with the sign of the dividend.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "TruncateMod(x:T, y:T) -> (z:T) {T:type}",
        "The remainder of each pair's division, with the sign of the dividend.",
    )
    .shape(rules::broadcast_two),
    op("Mod(x:T, y:T) -> (z:T) {T:type}", "The remainder of each pair's division, with the sign of the dividend.")
        .shape(rules::broadcast_two),
];
