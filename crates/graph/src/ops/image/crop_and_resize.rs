//! `CropAndResize`: boxes of images, in one size.

use regatta_status::Result;
use regatta_tensor::{DType, PartialShape};

use super::rules;
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    ops::{
        array::known::shape_input,
        infer::{Dim, equal_dims, input, with_rank},
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "CropAndResize(image:T, boxes:float, box_ind:int32, crop_size:int32) -> (crops:float) {T:type, method:string='bilinear', extrapolation_value:float=0.0}",
        "Boxes of images, each brought to one size.",
    )
    .shape(crops).gradient(gradient),
    op(
        "CropAndResizeGradImage(grads:float, boxes:float, box_ind:int32, image_size:int32) -> (output:T) {T:type, method:string='bilinear'}",
        "What goes back from crops to the images.",
    )
    .shape(images),
    op(
        "CropAndResizeGradBoxes(grads:float, image:T, boxes:float, box_ind:int32) -> (output:float) {T:type, method:string='bilinear'}",
        "What goes back from crops to the boxes.",
    )
    .shape(boxes),
];

fn crops(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let images = with_rank(input(query, 0)?, 4)?;
    let boxes = with_rank(input(query, 1)?, 2)?;
    let owners = with_rank(input(query, 2)?, 1)?;
    let [height, width] = rules::size(query, 3)?;
    let count = equal_dims(sizes(&boxes)[0], sizes(&owners)[0])?;
    equal_dims(sizes(&boxes)[1], Some(4))?;
    Ok(vec![PartialShape::new(vec![count, height, width, sizes(&images)[3]])])
}

fn sizes(shape: &PartialShape) -> &[Dim] {
    shape.sizes().unwrap_or_default()
}

fn images(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![with_rank(&shape_input(query, 3)?, 4)?])
}

fn boxes(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![with_rank(input(query, 2)?, 2)?])
}

/// Images of whole numbers get none; boxes get what the smooth method would give, whatever the method is.
fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (image, boxes, owners, grad) = (node.input(0)?, node.input(1)?, node.input(2)?, node.grad(0)?);
    let method = node.attrs().str("method")?.to_owned();
    let to_image = match image.dtype() {
        dtype @ (DType::Float | DType::Double | DType::Half) => {
            let size = node.shape_of(&image)?;
            let back = node.op("CropAndResizeGradImage").inputs([&grad, &boxes, &owners, &size]);
            Some(back.attr("T", dtype).attr("method", method.as_str()).finish()?.into())
        }
        _ => None,
    };
    let to_boxes = node.op("CropAndResizeGradBoxes").inputs([&grad, &image, &boxes, &owners]).finish()?;
    Ok(vec![to_image, Some(to_boxes.into()), None, None])
}
