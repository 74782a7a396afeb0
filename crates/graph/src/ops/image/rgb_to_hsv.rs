//! `RGBToHSV`: colours as hue, saturation and value.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("RGBToHSV(images:T) -> (output:T) {T:type=float}", "Red, green and blue as hue, saturation and value.")
        .shape(rules::colors)];
