//! A convolution with what follows it, in one node: `_FusedConv2D`, which TensorFlow's optimizer makes.
//!
//! ```text
//! output = activation(conv2d(input, filter) + bias), or with a normalisation by fixed moments in the bias's place
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, unimplemented};
use regatta_tensor::Tensor;

use super::{conv2d::convolve, fused::Finish, product::Product, wide::computed_wide, window::Moves};
use crate::{
    Build, Kernel,
    math::{number::Float, output::input_type},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("_FusedConv2D", fused_conv2d)];

fn fused_conv2d(node: &Node) -> Result<Kernel> {
    if node.attrs.str("filter_format")? != "HWIO" {
        return Err(unimplemented("a fused convolution takes filters of the format HWIO only"));
    }
    let (moves, finish) = (Moves::of_convolution(node)?, Finish::of(node)?);
    computed_wide!(node, input_type(node), [f32, f64], T, inputs => fused::<T>(&moves, finish, inputs))
}

fn fused<T: Float + Product>(moves: &Moves, finish: Finish, mut inputs: Vec<Tensor>) -> Result<Tensor> {
    if inputs.len() < 3 {
        return Err(internal(format!("a fused convolution takes three inputs at least, got {}", inputs.len())));
    }
    let arguments = inputs.split_off(2);
    let (Some(filter), Some(images)) = (inputs.pop(), inputs.pop()) else {
        return Err(internal("a fused convolution has lost its inputs"));
    };
    let channels = filter.shape().get(3).copied().unwrap_or_default();
    convolve::<T>(moves, images, &filter, finish.with(&arguments, channels)?)
}
