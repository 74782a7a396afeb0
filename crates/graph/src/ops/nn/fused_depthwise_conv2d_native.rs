//! `_FusedDepthwiseConv2dNative`: a depthwise convolution with what follows it, which TensorFlow's optimizer makes.

use super::depthwise_conv2d_native::shape;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "_FusedDepthwiseConv2dNative(input:T, filter:T, args:num_args*T) -> (output:T) {T:type, num_args:int, strides:list(int), padding:string, data_format:string='NHWC', dilations:list(int)=[1, 1, 1, 1], fused_ops:list(string)=[], epsilon:float=0.0001, leakyrelu_alpha:float=0.2}",
    "A depthwise convolution, then a bias, then an activation.",
)
.shape(shape)];
