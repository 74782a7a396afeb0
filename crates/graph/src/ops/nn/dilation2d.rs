//! `Dilation2D`: greyscale dilation of images; `Dilation2DBackpropInput`, `Dilation2DBackpropFilter`: its gradients.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{alike, size, window::Windows};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::infer::{equal_dims, input, with_rank},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Dilation2D(input:T, filter:T) -> (output:T) {T:type, strides:list(int), rates:list(int), padding:string}",
        "The largest sum of an element and a filter's tap in each window of images.",
    )
    .shape(shape)
    .gradient(gradient),
    op(
        "Dilation2DBackpropInput(input:T, filter:T, out_backprop:T) -> (in_backprop:T) {T:type, strides:list(int), rates:list(int), padding:string}",
        "The gradient of a dilation's images: what comes back goes to the elements that were the largest.",
    )
    .shape(as_input),
    op(
        "Dilation2DBackpropFilter(input:T, filter:T, out_backprop:T) -> (filter_backprop:T) {T:type, strides:list(int), rates:list(int), padding:string}",
        "The gradient of a dilation's filter: what comes back goes to the taps that saw the largest.",
    )
    .shape(as_filter),
];

/// `input [b, h, w, c], filter [r, q, c] -> [b, h', w', c]`.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (images, filter) = (with_rank(input(query, 0)?, 4)?, with_rank(input(query, 1)?, 3)?);
    let windows = Windows::of_dilation(query)?;
    let depth = equal_dims(size(&images, 3), size(&filter, 2))?;
    let height = windows.output(1, size(&images, 1), size(&filter, 0))?;
    let width = windows.output(2, size(&images, 2), size(&filter, 1))?;
    Ok(vec![windows.images(size(&images, 0), height, width, depth)])
}

fn as_input(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![input(query, 0)?.clone()])
}

fn as_filter(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![input(query, 1)?.clone()])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (images, filter, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let attrs = &["strides", "rates", "padding"];
    let to_images = alike(node, "Dilation2DBackpropInput", attrs, &[&images, &filter, &dy])?;
    let to_filter = alike(node, "Dilation2DBackpropFilter", attrs, &[&images, &filter, &dy])?;
    Ok(vec![Some(to_images.into()), Some(to_filter.into())])
}
