//! `ResizeNearestNeighbor`: images in another size, unsmoothed.

use regatta_status::{Result, internal};
use regatta_tensor::Tensor;

use super::rules;
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
};

pub(super) const OPS: &[Op] = &[
    op(
        "ResizeNearestNeighbor(images:T, size:int32) -> (resized_images:T) {T:type, align_corners:bool=False, half_pixel_centers:bool=False}",
        "Images in another size, each pixel the nearest one.",
    )
    .shape(rules::resized).gradient(gradient),
    op(
        "ResizeNearestNeighborGrad(grads:T, size:int32) -> (output:T) {T:type, align_corners:bool=False, half_pixel_centers:bool=False}",
        "What goes back from a resized image to the original of a size.",
    )
    .shape(rules::resized),
];

/// The size to go back to is the images' height and width.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (images, grad, attrs) = (node.input(0)?, node.grad(0)?, node.attrs());
    let size = match images.shape().sizes() {
        Some([_, Some(height), Some(width), _]) => {
            let size = [*height, *width].map(|n| i32::try_from(n).map_err(|_| internal("an image is too large")));
            let [height, width] = size;
            node.constant(Tensor::vector(vec![height?, width?]))?
        }
        _ => {
            let shape = node.call("Shape", &[&images])?;
            let begin = node.constant(Tensor::vector(vec![1i32]))?;
            let count = node.constant(Tensor::vector(vec![2i32]))?;
            node.call("Slice", &[&shape, &begin, &count])?
        }
    };
    let back = node.op("ResizeNearestNeighborGrad").inputs([&grad, &size]);
    let back = back.attr("align_corners", attrs.bool("align_corners")?);
    let back = back.attr("half_pixel_centers", attrs.bool("half_pixel_centers")?).finish()?;
    Ok(vec![Some(back.into()), None])
}
