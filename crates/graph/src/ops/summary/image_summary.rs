//! `ImageSummary`: pictures for TensorBoard.

use crate::{
    op_def::{Op, op},
    ops::infer::gives_scalar,
};

pub(super) const OPS: &[Op] = &[
    op(
        "ImageSummary(tag:string, tensor:T) -> (summary:string) {max_images:int=3, T:type=float, bad_color:tensor=uint8[255,0,0,255]}",
        "A summary with the first few of some images, as PNG.",
    )
    .shape(gives_scalar).flat(),
];
