//! `BiasAdd`, `BiasAddGrad`.

use super::bias_add;
use super::bias_add_grad;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("BiasAdd(value:T, bias:T) -> (output:T) {T:type, data_format:string='NHWC'}", "").shape(bias_add),
    op("BiasAddGrad(out_backprop:T) -> (output:T) {T:type, data_format:string='NHWC'}", "").shape(bias_add_grad),
];
