//! `_FusedConv2D`: a convolution with what follows it, in one node, which TensorFlow's optimizer makes.

use super::conv2d::shape;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "_FusedConv2D(input:T, filter:T, args:list(TArgs), host_args:num_host_args*float) -> (output:T) {T:type, TArgs:list(type), num_args:int, num_host_args:int=0, strides:list(int), padding:string, explicit_paddings:list(int)=[], data_format:string='NHWC', filter_format:string='HWIO', dilations:list(int)=[1, 1, 1, 1], use_cudnn_on_gpu:bool=True, fused_ops:list(string)=[], epsilon:float=0.0001, leakyrelu_alpha:float=0.2}",
    "A convolution, then a bias or a normalisation with fixed moments, then an activation.",
)
.shape(shape)];
