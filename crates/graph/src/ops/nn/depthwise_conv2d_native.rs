//! `DepthwiseConv2dNative`: convolution of each channel with filters of its own, and its gradients.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{alike, size, window::Windows};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::{
        array::known::shape_input,
        infer::{equal_dims, input, with_rank},
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "DepthwiseConv2dNative(input:T, filter:T) -> (output:T) {T:type, strides:list(int), padding:string, explicit_paddings:list(int)=[], data_format:string='NHWC', dilations:list(int)=[1, 1, 1, 1]}",
        "Convolves each channel of images with filters of its own.",
    )
    .shape(shape)
    .gradient(gradient),
    op(
        "DepthwiseConv2dNativeBackpropInput(input_sizes:int32, filter:T, out_backprop:T) -> (output:T) {T:type, strides:list(int), padding:string, explicit_paddings:list(int)=[], data_format:string='NHWC', dilations:list(int)=[1, 1, 1, 1]}",
        "The gradient of a depthwise convolution's images.",
    )
    .shape(images_shape)
    .gradient(images_gradient),
    op(
        "DepthwiseConv2dNativeBackpropFilter(input:T, filter_sizes:int32, out_backprop:T) -> (output:T) {T:type, strides:list(int), padding:string, explicit_paddings:list(int)=[], data_format:string='NHWC', dilations:list(int)=[1, 1, 1, 1]}",
        "The gradient of a depthwise convolution's filters.",
    )
    .shape(filter_shape)
    .gradient(filter_gradient),
];

const ATTRS: &[&str] = &["strides", "padding", "explicit_paddings", "data_format", "dilations"];

/// `input [b, h, w, k], filter [r, c, k, m] -> [b, h', w', k m]`.
pub(super) fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (images, filter) = (with_rank(input(query, 0)?, 4)?, with_rank(input(query, 1)?, 4)?);
    let windows = Windows::of_convolution(query)?;
    let [rows, columns, channels] = windows.dims;
    let depth = equal_dims(size(&images, channels), size(&filter, 2))?;
    let height = windows.output(rows, size(&images, rows), size(&filter, 0))?;
    let width = windows.output(columns, size(&images, columns), size(&filter, 1))?;
    let out_depth = match (depth, size(&filter, 3)) {
        (Some(depth), Some(multiplier)) => Some(
            depth.checked_mul(multiplier).ok_or_else(|| invalid_argument("the channels of the output are too many"))?,
        ),
        _ => None,
    };
    Ok(vec![windows.images(size(&images, 0), height, width, out_depth)])
}

fn images_shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![with_rank(&shape_input(query, 0)?, 4)?])
}

fn filter_shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![with_rank(&shape_input(query, 1)?, 4)?])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (images, filter, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (image_sizes, filter_sizes) = (node.shape_of(&images)?, node.shape_of(&filter)?);
    let to_images = alike(node, "DepthwiseConv2dNativeBackpropInput", ATTRS, &[&image_sizes, &filter, &dy])?;
    let to_filter = alike(node, "DepthwiseConv2dNativeBackpropFilter", ATTRS, &[&images, &filter_sizes, &dy])?;
    Ok(vec![Some(to_images.into()), Some(to_filter.into())])
}

/// The three are linear in each of two things, so the gradients of each are the other two.
fn images_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (filter, out_backprop, dy) = (node.input(1)?, node.input(2)?, node.grad(0)?);
    let sizes = node.shape_of(&filter)?;
    let to_filter = alike(node, "DepthwiseConv2dNativeBackpropFilter", ATTRS, &[&dy, &sizes, &out_backprop])?;
    let to_backprop = alike(node, "DepthwiseConv2dNative", ATTRS, &[&dy, &filter])?;
    Ok(vec![None, Some(to_filter.into()), Some(to_backprop.into())])
}

fn filter_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (images, out_backprop, dy) = (node.input(0)?, node.input(2)?, node.grad(0)?);
    let sizes = node.shape_of(&images)?;
    let to_images = alike(node, "DepthwiseConv2dNativeBackpropInput", ATTRS, &[&sizes, &dy, &out_backprop])?;
    let to_backprop = alike(node, "DepthwiseConv2dNative", ATTRS, &[&images, &dy])?;
    Ok(vec![Some(to_images.into()), None, Some(to_backprop.into())])
}
