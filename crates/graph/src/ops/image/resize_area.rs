//! `ResizeArea`: images in another size, averaged.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "ResizeArea(images:T, size:int32) -> (resized_images:float) {T:type, align_corners:bool=False}",
    "Images in another size, each pixel the mean of the area that it covers.",
)
.shape(rules::resized)];
