//! `AvgPool`: the mean of each window; `AvgPoolGrad`: its gradient.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{alike, size, window::pooling};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    ops::{
        array::known::shape_input,
        infer::{input, with_rank},
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "AvgPool(value:T) -> (output:T) {ksize:list(int), strides:list(int), padding:string, data_format:string='NHWC', T:type}",
        "The mean of each window of images.",
    )
    .shape(shape)
    .gradient(gradient),
    op(
        "AvgPoolGrad(orig_input_shape:int32, grad:T) -> (output:T) {ksize:list(int), strides:list(int), padding:string, data_format:string='NHWC', T:type}",
        "The gradient of a mean over windows: what comes back is shared out evenly in each.",
    )
    .shape(images_shape)
    .gradient(second_gradient),
];

const ATTRS: &[&str] = &["ksize", "strides", "padding", "data_format"];

/// There are no windows over channels, so these stay as they are.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let images = with_rank(input(query, 0)?, 4)?;
    let channel = if query.node.attrs.str("data_format")? == "NCHW" { 1 } else { 3 };
    let mut pooled = pooling(query)?;
    for shape in &mut pooled {
        let mut sizes = shape.sizes().unwrap_or_default().to_vec();
        if let Some(place) = sizes.get_mut(channel) {
            *place = size(&images, channel);
        }
        *shape = PartialShape::new(sizes);
    }
    Ok(pooled)
}

fn images_shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![with_rank(&shape_input(query, 0)?, 4)?])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (x, dy) = (node.input(0)?, node.grad(0)?);
    let sizes = node.shape_of(&x)?;
    Ok(vec![Some(alike(node, "AvgPoolGrad", ATTRS, &[&sizes, &dy])?.into())])
}

fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let dy = node.grad(0)?;
    Ok(vec![None, Some(alike(node, "AvgPool", ATTRS, &[&dy])?.into())])
}
