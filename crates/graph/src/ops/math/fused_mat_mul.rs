//! `_FusedMatMul`: a matrix product with a bias and an activation, which TensorFlow's optimizer makes of three nodes.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("_FusedMatMul(a:T, b:T, args:num_args*T) -> (product:T) {transpose_a:bool=False, transpose_b:bool=False, T:type, num_args:int, fused_ops:list(string)=[], epsilon:float=9.999999747378752e-05, leakyrelu_alpha:float=0.20000000298023224}", "The product of two matrices, plus a bias, through an activation.").shape(rules::matmul),
];
