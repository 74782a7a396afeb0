//! `ResizeBicubic`: images in another size, smoothed over a wider range.

use regatta_status::Result;
use regatta_tensor::{DType, PartialShape};

use super::rules;
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    ops::infer::input,
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "ResizeBicubic(images:T, size:int32) -> (resized_images:float) {T:type, align_corners:bool=False, half_pixel_centers:bool=False}",
        "Images in another size, each pixel mixed of the sixteen around its place.",
    )
    .shape(rules::resized).gradient(gradient),
    op(
        "ResizeBicubicGrad(grads:float, original_image:T) -> (output:T) {T:type, align_corners:bool=False, half_pixel_centers:bool=False}",
        "What goes back from a resized image to the original.",
    )
    .shape(original),
];

fn original(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![input(query, 1)?.clone()])
}

/// Images of whole numbers get none.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (images, grad, attrs) = (node.input(0)?, node.grad(0)?, node.attrs());
    if !matches!(images.dtype(), DType::Float | DType::Double) {
        return Ok(vec![None, None]);
    }
    let back = node.op("ResizeBicubicGrad").inputs([&grad, &images]);
    let back = back.attr("align_corners", attrs.bool("align_corners")?);
    let back = back.attr("half_pixel_centers", attrs.bool("half_pixel_centers")?).finish()?;
    Ok(vec![Some(back.into()), None])
}
