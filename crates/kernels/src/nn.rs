//! Activations, losses and biases.

mod activation;
mod bias;
mod softmax;
mod softmax_cross_entropy;
mod sparse_softmax_cross_entropy;

use crate::Family;

pub(crate) const KERNELS: Family = &[&[
    ("Relu", activation::relu),
    ("ReluGrad", activation::relu_grad),
    ("Sigmoid", activation::sigmoid),
    ("SigmoidGrad", activation::sigmoid_grad),
    ("Tanh", activation::tanh),
    ("TanhGrad", activation::tanh_grad),
    ("Softmax", softmax::softmax),
    ("LogSoftmax", softmax::log_softmax),
    ("SoftmaxCrossEntropyWithLogits", softmax_cross_entropy::softmax_cross_entropy),
    ("SparseSoftmaxCrossEntropyWithLogits", sparse_softmax_cross_entropy::sparse_softmax_cross_entropy),
    ("BiasAdd", bias::bias_add),
    ("BiasAddGrad", bias::bias_add_grad),
]];
