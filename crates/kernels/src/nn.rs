//! Convolutions, pooling, normalisation, activations, losses and biases.

mod activation;
mod avg_pool;
mod bias_add;
mod channelwise;
mod conv2d;
mod convolution;
mod depthwise_conv2d_native;
mod dilation2d;
mod elu;
mod fused;
mod fused_batch_norm;
mod fused_conv2d;
mod fused_depthwise_conv2d_native;
mod layout;
mod leaky_relu;
mod log_softmax;
mod lrn;
mod max_pool;
mod max_pool_with_argmax;
mod patches;
mod product;
mod relu;
mod relu6;
mod rows;
mod selu;
mod sigmoid;
mod softmax;
mod softmax_cross_entropy_with_logits;
mod softplus;
mod softsign;
mod sparse_softmax_cross_entropy_with_logits;
mod tanh;
mod wide;
mod window;
mod winograd;

use crate::Family;

pub(crate) const KERNELS: Family = &[
    avg_pool::KERNELS,
    bias_add::KERNELS,
    conv2d::KERNELS,
    depthwise_conv2d_native::KERNELS,
    dilation2d::KERNELS,
    elu::KERNELS,
    fused_batch_norm::KERNELS,
    fused_conv2d::KERNELS,
    fused_depthwise_conv2d_native::KERNELS,
    leaky_relu::KERNELS,
    log_softmax::KERNELS,
    lrn::KERNELS,
    max_pool::KERNELS,
    max_pool_with_argmax::KERNELS,
    relu::KERNELS,
    relu6::KERNELS,
    selu::KERNELS,
    sigmoid::KERNELS,
    softmax::KERNELS,
    softmax_cross_entropy_with_logits::KERNELS,
    softplus::KERNELS,
    softsign::KERNELS,
    sparse_softmax_cross_entropy_with_logits::KERNELS,
    tanh::KERNELS,
];
