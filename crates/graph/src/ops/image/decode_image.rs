//! `DecodeImage`, `DecodePng`, `DecodeJpeg`: the pixels of image files.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use crate::{
    op_def::{AttrsExt, Op, op},
    ops::infer::{input, scalar},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "DecodeImage(contents:string) -> (image:dtype) {channels:int=0, dtype:type=uint8, expand_animations:bool=True}",
        "The pixels of an image file of any known format.",
    )
    .flat(),
    op(
        "DecodeJpeg(contents:string) -> (image:uint8) {channels:int=0, ratio:int=1, fancy_upscaling:bool=True, try_recover_truncated:bool=False, acceptable_fraction:float=1.0, dct_method:string=''}",
        "The pixels of a JPEG file.",
    )
    .shape(shape).flat(),
    op(
        "DecodePng(contents:string) -> (image:dtype) {channels:int=0, dtype:type=uint8}",
        "The pixels of a PNG file.",
    )
    .shape(shape).flat(),
];

/// Only the channels can be known.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    scalar(input(query, 0)?)?;
    let channels = match query.node.attrs.int("channels")? {
        0 => None,
        channels => Some(
            usize::try_from(channels)
                .map_err(|_| invalid_argument(format!("channels must be non-negative, got {channels}")))?,
        ),
    };
    Ok(vec![PartialShape::new(vec![None, None, channels])])
}
