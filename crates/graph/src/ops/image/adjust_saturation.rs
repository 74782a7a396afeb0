//! `AdjustSaturation`: images with stronger or weaker colours.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "AdjustSaturation(images:T, scale:float) -> (output:T) {T:type=float}",
    "Images with all saturations multiplied.",
)
.shape(rules::images)];
