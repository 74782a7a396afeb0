//! `MaxPoolWithArgmax`: the largest element of each window and where it lies; `MaxPoolGradWithArgmax`: its gradient.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{
    alike,
    window::{images_as_first, pooling},
};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "MaxPoolWithArgmax(input:T) -> (output:T, argmax:Targmax) {ksize:list(int), strides:list(int), Targmax:type=int64, padding:string, include_batch_in_index:bool=False, T:type}",
        "The largest element of each window of images, and its place in the image or in the batch.",
    )
    .shape(shape)
    .gradient(gradient),
    op(
        "MaxPoolGradWithArgmax(input:T, grad:T, argmax:Targmax) -> (output:T) {ksize:list(int), strides:list(int), padding:string, include_batch_in_index:bool=False, Targmax:type, T:type}",
        "The gradient of a pooling's images: what comes back goes to the places that are given.",
    )
    .shape(images_as_first),
];

fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let [output] = &pooling(query)?[..] else { return Ok(vec![PartialShape::of_rank(4); 2]) };
    Ok(vec![output.clone(); 2])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, argmax, dy) = (node.input(0)?, node.output(1)?, node.grad(0)?);
    let attrs = &["ksize", "strides", "padding", "include_batch_in_index"];
    Ok(vec![Some(alike(node, "MaxPoolGradWithArgmax", attrs, &[&x, &dy, &argmax])?.into())])
}
