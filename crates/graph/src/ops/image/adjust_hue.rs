//! `AdjustHue`: images with other hues.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "AdjustHue(images:T, delta:float) -> (output:T) {T:type=float}",
    "Images with all hues turned by a part of the circle.",
)
.shape(rules::images)];
