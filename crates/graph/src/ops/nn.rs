//! Activations, losses and biases.

use crate::{
    op_def::{Row, op},
    shape_rule::unknown,
};

pub(crate) const OPS: &[Row] = &[
    op("Relu(features:T) -> (activations:T) {T:type}", unknown),
    op("ReluGrad(gradients:T, features:T) -> (backprops:T) {T:type}", unknown),
    op("Sigmoid(x:T) -> (y:T) {T:type}", unknown),
    op("SigmoidGrad(y:T, dy:T) -> (z:T) {T:type}", unknown),
    op("Tanh(x:T) -> (y:T) {T:type}", unknown),
    op("TanhGrad(y:T, dy:T) -> (z:T) {T:type}", unknown),
    op("Softmax(logits:T) -> (softmax:T) {T:type}", unknown),
    op("LogSoftmax(logits:T) -> (logsoftmax:T) {T:type}", unknown),
    op("SoftmaxCrossEntropyWithLogits(features:T, labels:T) -> (loss:T, backprop:T) {T:type}", unknown),
    op(
        "SparseSoftmaxCrossEntropyWithLogits(features:T, labels:Tlabels) -> (loss:T, backprop:T) {T:type, Tlabels:type=int64}",
        unknown,
    ),
    op("BiasAdd(value:T, bias:T) -> (output:T) {T:type, data_format:string='NHWC'}", unknown),
    op("BiasAddGrad(out_backprop:T) -> (output:T) {T:type, data_format:string='NHWC'}", unknown),
];
