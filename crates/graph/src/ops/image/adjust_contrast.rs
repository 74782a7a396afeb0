//! `AdjustContrastv2`: images with more or less contrast.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "AdjustContrastv2(images:T, contrast_factor:float) -> (output:T) {T:type=float}",
    "Each channel of each image drawn away from its mean.",
)
.shape(rules::images)];
