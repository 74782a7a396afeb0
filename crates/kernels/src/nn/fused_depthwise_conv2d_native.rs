//! A depthwise convolution with what follows it, in one node: `_FusedDepthwiseConv2dNative`, which an optimizer makes.
//!
//! ```text
//! output = activation(depthwise_conv2d(input, filter) + bias)
//! ```

use regatta_graph::Node;
use regatta_status::{Result, internal};
use regatta_tensor::Tensor;

use super::{depthwise_conv2d_native::convolve, fused::Finish, wide::computed_wide, window::Moves};
use crate::{
    Build, Kernel,
    math::{number::Float, output::input_type},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("_FusedDepthwiseConv2dNative", fused_depthwise)];

fn fused_depthwise(node: &Node) -> Result<Kernel> {
    let (moves, finish) = (Moves::of_convolution(node)?, Finish::of(node)?);
    computed_wide!(node, input_type(node), [f32, f64], T, inputs => fused::<T>(&moves, finish, inputs))
}

fn fused<T: Float>(moves: &Moves, finish: Finish, mut inputs: Vec<Tensor>) -> Result<Tensor> {
    if inputs.len() < 3 {
        return Err(internal(format!("a fused convolution takes three inputs at least, got {}", inputs.len())));
    }
    let arguments = inputs.split_off(2);
    let (Some(filter), Some(images)) = (inputs.pop(), inputs.pop()) else {
        return Err(internal("a fused convolution has lost its inputs"));
    };
    let size = |k: usize| filter.shape().get(k).copied().unwrap_or_default();
    convolve::<T>(moves, images, &filter, finish.with(&arguments, size(2).saturating_mul(size(3)))?)
}
