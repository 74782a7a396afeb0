//! Convolution of images with filters, and its gradients: Conv2D, Conv2DBackpropInput, Conv2DBackpropFilter.
//!
//! ```text
//! Conv2D                output[b, i, j, o] = sum(input[b, i s + r d - p, j s + c d - p, k] filter[r, c, k, o])
//! Conv2DBackpropInput   the gradient of the input, from that of the output
//! Conv2DBackpropFilter  the gradient of the filter, from that of the output
//!
//! shape     input [b, h, w, k], filter [r, c, k, o] -> [b, h', w', o] (or all images with their channels second)
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::{
    convolution::Convolution,
    layout::{channels_last, in_layout},
    product::Product,
    wide::computed_wide,
    window::Moves,
};
use crate::{
    Build, Kernel,
    array::elements::ints,
    math::output::{input_type, take},
};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("Conv2D", conv2d),
    ("Conv2DBackpropInput", conv2d_backprop_input),
    ("Conv2DBackpropFilter", conv2d_backprop_filter),
];

fn conv2d(node: &Node) -> Result<Kernel> {
    let moves = Moves::of_convolution(node)?;
    computed_wide!(node, input_type(node), [f32, f64, i32], T, inputs => forward::<T>(&moves, inputs))
}

fn conv2d_backprop_input(node: &Node) -> Result<Kernel> {
    let moves = Moves::of_convolution(node)?;
    let dtype = node.output_types[0].dtype;
    computed_wide!(node, dtype, [f32, f64, i32], T, inputs => backward_images::<T>(&moves, inputs))
}

fn conv2d_backprop_filter(node: &Node) -> Result<Kernel> {
    let moves = Moves::of_convolution(node)?;
    computed_wide!(node, input_type(node), [f32, f64], T, inputs => backward_filter::<T>(&moves, inputs))
}

fn forward<T: Product>(moves: &Moves, inputs: Vec<Tensor>) -> Result<Tensor> {
    let [images, filter] = take(inputs)?;
    convolve::<T>(moves, images, &filter, |_| ())
}

/// The convolution, each tile of which is finished by a function.
pub(super) fn convolve<T: Product>(
    moves: &Moves,
    images: Tensor,
    filter: &Tensor,
    finish: impl Fn(&mut [T]) + Sync,
) -> Result<Tensor> {
    let sizes = moves.layout.sizes(images.shape(), "input")?;
    let convolution = Convolution::new(moves, sizes, filter.shape())?;
    let images = channels_last::<T>(images, moves.layout)?;
    let output = convolution.forward(images.values::<T>()?, filter.values::<T>()?, finish)?;
    in_layout::<T>(Tensor::new(Shape::new(&convolution.output())?, output)?, moves.layout)
}

fn backward_images<T: Product>(moves: &Moves, inputs: Vec<Tensor>) -> Result<Tensor> {
    let [sizes, filter, gradient] = take(inputs)?;
    let sizes = image_sizes(moves, &sizes, &filter, &gradient)?;
    let convolution = Convolution::new(moves, sizes, filter.shape())?;
    check_gradient(moves, &convolution, &gradient)?;
    let gradient = channels_last::<T>(gradient, moves.layout)?;
    let images = convolution.backward_images(filter.values::<T>()?, gradient.values::<T>()?)?;
    in_layout::<T>(Tensor::new(Shape::new(&sizes)?, images)?, moves.layout)
}

/// The images' sizes as `[batch, rows, columns, channels]`: all four are given, or only rows and columns.
pub(super) fn image_sizes(moves: &Moves, sizes: &Tensor, filter: &Tensor, gradient: &Tensor) -> Result<[usize; 4]> {
    if sizes.shape().rank() != 1 {
        return Err(invalid_argument(format!(
            "Conv2DBackpropInput: input_sizes input must be 1-dim, not {}",
            sizes.shape().rank()
        )));
    }
    match ints(sizes)?[..] {
        [rows, columns] => {
            let batch = moves.layout.sizes(gradient.shape(), "out_backprop")?[0] as i64;
            let depth = filter.shape().get(2).copied().unwrap_or_default() as i64;
            let shape = Shape::from_signed(&[batch, rows, columns, depth])?;
            Ok([shape[0], shape[1], shape[2], shape[3]])
        }
        ref all => moves.layout.sizes(&Shape::from_signed(all)?, "input_sizes"),
    }
}

fn backward_filter<T: Product>(moves: &Moves, inputs: Vec<Tensor>) -> Result<Tensor> {
    let [images, filter_sizes, gradient] = take(inputs)?;
    if filter_sizes.shape().rank() != 1 {
        return Err(invalid_argument(format!(
            "Conv2DBackpropFilter: filter_sizes input must be 1-dim, not {}",
            filter_sizes.shape().rank()
        )));
    }
    let filter = Shape::from_signed(&ints(&filter_sizes)?)?;
    let sizes = moves.layout.sizes(images.shape(), "input")?;
    let convolution = Convolution::new(moves, sizes, &filter)?;
    check_gradient(moves, &convolution, &gradient)?;
    let (images, gradient) = (channels_last::<T>(images, moves.layout)?, channels_last::<T>(gradient, moves.layout)?);
    Tensor::new(filter, convolution.backward_filter(images.values::<T>()?, gradient.values::<T>()?)?)
}

/// Refuses a gradient that is not of the convolution's output.
fn check_gradient(moves: &Moves, convolution: &Convolution, gradient: &Tensor) -> Result<()> {
    let expected = convolution.output();
    let given = moves.layout.sizes(gradient.shape(), "out_backprop")?;
    if given == expected {
        return Ok(());
    }
    Err(invalid_argument(format!(
        "Size of out_backprop doesn't match computed: actual = {given:?}, computed = {expected:?}"
    )))
}
