//! `HSVToRGB`: colours from hue, saturation and value.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("HSVToRGB(images:T) -> (output:T) {T:type=float}", "Hue, saturation and value as red, green and blue.")
        .shape(rules::colors)];
