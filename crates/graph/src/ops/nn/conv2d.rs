//! `Conv2D`: convolution of images with filters; `Conv2DBackpropInput`, `Conv2DBackpropFilter`: its gradients.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::{alike, size, window::Windows};
use crate::{
    gradient::{Backward, Grad},
    op_def::{Op, op},
    ops::{
        array::known::{constant_ints, shape_input},
        infer::{input, with_rank},
    },
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "Conv2D(input:T, filter:T) -> (output:T) {T:type, strides:list(int), use_cudnn_on_gpu:bool=True, padding:string, explicit_paddings:list(int)=[], data_format:string='NHWC', dilations:list(int)=[1, 1, 1, 1]}",
        "Convolves images with filters of rows, columns and channels.",
    )
    .shape(shape)
    .gradient(gradient),
    op(
        "Conv2DBackpropInput(input_sizes:int32, filter:T, out_backprop:T) -> (output:T) {T:type, strides:list(int), use_cudnn_on_gpu:bool=True, padding:string, explicit_paddings:list(int)=[], data_format:string='NHWC', dilations:list(int)=[1, 1, 1, 1]}",
        "The gradient of a convolution's images.",
    )
    .shape(images_shape)
    .gradient(images_gradient),
    op(
        "Conv2DBackpropFilter(input:T, filter_sizes:int32, out_backprop:T) -> (output:T) {T:type, strides:list(int), use_cudnn_on_gpu:bool=True, padding:string, explicit_paddings:list(int)=[], data_format:string='NHWC', dilations:list(int)=[1, 1, 1, 1]}",
        "The gradient of a convolution's filters.",
    )
    .shape(filter_shape)
    .gradient(filter_gradient),
];

const ATTRS: &[&str] = &["strides", "use_cudnn_on_gpu", "padding", "explicit_paddings", "data_format", "dilations"];

/// `input [b, h, w, k], filter [r, c, k, o] -> [b, h', w', o]`.
pub(super) fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (images, filter) = (with_rank(input(query, 0)?, 4)?, with_rank(input(query, 1)?, 4)?);
    let windows = Windows::of_convolution(query)?;
    let [rows, columns, channels] = windows.dims;
    if let (Some(depth), Some(filter_depth)) = (size(&images, channels), size(&filter, 2))
        && (filter_depth == 0 || depth % filter_depth != 0)
    {
        return Err(invalid_argument(format!(
            "Depth of input ({depth}) is not a multiple of input depth of filter ({filter_depth})"
        )));
    }
    let height = windows.output(rows, size(&images, rows), size(&filter, 0))?;
    let width = windows.output(columns, size(&images, columns), size(&filter, 1))?;
    Ok(vec![windows.images(size(&images, 0), height, width, size(&filter, 3))])
}

/// The shape that the first input says; two numbers are rows and columns alone.
fn images_shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let windows = Windows::of_convolution(query)?;
    let (filter, gradient) = (with_rank(input(query, 1)?, 4)?, with_rank(input(query, 2)?, 4)?);
    match constant_ints(query, 0).as_deref() {
        Some([rows, columns]) => {
            let sizes = [rows, columns].map(|size| usize::try_from(*size).ok());
            Ok(vec![windows.images(size(&gradient, 0), sizes[0], sizes[1], size(&filter, 2))])
        }
        Some(_) => Ok(vec![with_rank(&shape_input(query, 0)?, 4)?]),
        None => Ok(vec![PartialShape::of_rank(4)]),
    }
}

fn filter_shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![with_rank(&shape_input(query, 1)?, 4)?])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (images, filter, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let (image_sizes, filter_sizes) = (node.shape_of(&images)?, node.shape_of(&filter)?);
    let to_images = alike(node, "Conv2DBackpropInput", ATTRS, &[&image_sizes, &filter, &dy])?;
    let to_filter = alike(node, "Conv2DBackpropFilter", ATTRS, &[&images, &filter_sizes, &dy])?;
    Ok(vec![Some(to_images.into()), Some(to_filter.into())])
}

/// The three are linear in each of two things, so the gradients of each are the other two.
fn images_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (filter, out_backprop, dy) = (node.input(1)?, node.input(2)?, node.grad(0)?);
    let sizes = node.shape_of(&filter)?;
    let to_filter = alike(node, "Conv2DBackpropFilter", ATTRS, &[&dy, &sizes, &out_backprop])?;
    let to_backprop = alike(node, "Conv2D", ATTRS, &[&dy, &filter])?;
    Ok(vec![None, Some(to_filter.into()), Some(to_backprop.into())])
}

fn filter_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (images, out_backprop, dy) = (node.input(0)?, node.input(2)?, node.grad(0)?);
    let sizes = node.shape_of(&images)?;
    let to_images = alike(node, "Conv2DBackpropInput", ATTRS, &[&sizes, &dy, &out_backprop])?;
    let to_backprop = alike(node, "Conv2D", ATTRS, &[&images, &dy])?;
    Ok(vec![Some(to_images.into()), None, Some(to_backprop.into())])
}
