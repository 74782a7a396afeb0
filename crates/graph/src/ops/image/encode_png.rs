//! `EncodePng`: images as PNG files.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::{
    op_def::{Op, op},
    ops::infer::{at_least_rank, input},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] =
    &[op("EncodePng(image:T) -> (contents:string) {compression:int=-1, T:type=uint8}", "Each image as a PNG file.")
        .shape(shape)
        .flat()];

/// A file for each image of a batch.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let images = input(query, 0)?;
    at_least_rank(images, 3)?;
    Ok(vec![match images.sizes() {
        Some([batch @ .., _, _, _]) => PartialShape::new(batch.to_vec()),
        _ => PartialShape::unknown(),
    }])
}
