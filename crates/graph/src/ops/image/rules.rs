//! What shape rules of images share.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use crate::{
    ops::{
        array::known::{constant_ints, vector_len},
        infer::{Dim, at_least_rank, input, with_rank},
    },
    shape_rule::ShapeQuery,
};

/// A batch of images in the size that the second input says.
pub(super) fn resized(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let images = with_rank(input(query, 0)?, 4)?;
    let [height, width] = size(query, 1)?;
    let sizes = images.sizes().unwrap_or_default();
    Ok(vec![PartialShape::new(vec![sizes[0], height, width, sizes[3]])])
}

/// The two numbers of an input that must be a vector of two.
pub(super) fn size(query: &ShapeQuery<'_>, k: usize) -> Result<[Dim; 2]> {
    if vector_len(query, k)?.is_some_and(|len| len != 2) {
        return Err(invalid_argument("Dimension must be 2: a height and a width"));
    }
    match constant_ints(query, k).as_deref() {
        // What is negative may be meant as not known; a kernel would refuse it.
        Some(&[height, width]) => Ok([height, width].map(|size| usize::try_from(size).ok())),
        _ => Ok([None; 2]),
    }
}

/// The images' shape; they have a height, a width and channels.
pub(super) fn images(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let images = input(query, 0)?;
    at_least_rank(images, 3)?;
    Ok(vec![images.clone()])
}

/// The images' shape, whose last dimension is of three colours.
pub(super) fn colors(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let images = input(query, 0)?;
    at_least_rank(images, 1)?;
    match images.sizes() {
        Some([rest @ .., last]) => match last {
            None | Some(3) => Ok(vec![PartialShape::new([rest, &[Some(3)]].concat())]),
            Some(other) => Err(invalid_argument(format!("Dimension must be 3 but is {other}"))),
        },
        _ => Ok(vec![PartialShape::unknown()]),
    }
}
