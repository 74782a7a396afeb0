//! Convolutions, pooling, normalisation, activations, losses and biases.

mod avg_pool;
mod bias_add;
mod conv2d;
mod depthwise_conv2d_native;
mod dilation2d;
mod elu;
mod fused_batch_norm;
mod fused_conv2d;
mod fused_depthwise_conv2d_native;
mod leaky_relu;
mod log_softmax;
mod lrn;
mod max_pool;
mod max_pool_with_argmax;
mod relu;
mod relu6;
mod selu;
mod sigmoid;
mod softmax;
mod softmax_cross_entropy_with_logits;
mod softplus;
mod softsign;
mod sparse_softmax_cross_entropy_with_logits;
mod tanh;
mod window;

use regatta_status::{Result, internal};
use regatta_tensor::PartialShape;

use super::infer::{Dim, at_least_rank, input, same_as_first};
use crate::{
    builder::Outlet,
    gradient::{Backward, Grad},
    op_def::Op,
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[&[Op]] = &[
    avg_pool::OPS,
    bias_add::OPS,
    conv2d::OPS,
    depthwise_conv2d_native::OPS,
    dilation2d::OPS,
    elu::OPS,
    fused_batch_norm::OPS,
    fused_conv2d::OPS,
    fused_depthwise_conv2d_native::OPS,
    leaky_relu::OPS,
    log_softmax::OPS,
    lrn::OPS,
    max_pool::OPS,
    max_pool_with_argmax::OPS,
    relu::OPS,
    relu6::OPS,
    selu::OPS,
    sigmoid::OPS,
    softmax::OPS,
    softmax_cross_entropy_with_logits::OPS,
    softplus::OPS,
    softsign::OPS,
    sparse_softmax_cross_entropy_with_logits::OPS,
    tanh::OPS,
];

/// `[.., n] -> [.., n]`.
fn rows(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    at_least_rank(input(query, 0)?, 1)?;
    same_as_first(query)
}

fn size(shape: &PartialShape, k: usize) -> Dim {
    shape.sizes().and_then(|sizes| sizes.get(k).copied()).flatten()
}

/// A node with some of the attributes of the one that is being differentiated.
fn alike(node: &mut Backward<'_>, op: &str, attrs: &[&str], inputs: &[&Outlet]) -> Result<Outlet> {
    let of = node.attrs();
    let mut made = node.op(op).inputs(inputs.iter().copied());
    for name in attrs {
        let value = of.get(*name).ok_or_else(|| internal(format!("a gradient asks for the attribute {name}")))?;
        made = made.attr(name, value.clone());
    }
    made.finish()
}

/// Of an op that is linear in its first input and, but for corners, flat in its second, such as `ReluGrad`: the gradient is
/// the op itself, and zeros.
fn linear_in_first(node: &mut Backward<'_>, op: &str, attrs: &[&str]) -> Result<Vec<Option<Grad>>> {
    let (x, dy) = (node.input(1)?, node.grad(0)?);
    let first = alike(node, op, attrs, &[&dy, &x])?;
    let zeros = node.call("ZerosLike", &[&x])?;
    Ok(vec![Some(first.into()), Some(zeros.into())])
}

/// A gradient of rows `[b]`, times what each row is to be multiplied with, `[b, n]`.
fn rows_times(node: &mut Backward<'_>, grad: &Outlet, matrix: &Outlet) -> Result<Outlet> {
    let last = node.constant(regatta_tensor::Tensor::scalar(-1i32))?;
    let column = node.call("ExpandDims", &[grad, &last])?;
    node.call("Mul", &[&column, matrix])
}

/// `(grad - sum(grad softmax)) softmax`: how a gradient comes through a softmax over the last dimension.
fn through_softmax(node: &mut Backward<'_>, grad: &Outlet, softmax: &Outlet) -> Result<Outlet> {
    let product = node.call("Mul", &[grad, softmax])?;
    let last = node.constant(regatta_tensor::Tensor::vector(vec![-1i32]))?;
    let sum = node.op("Sum").inputs([&product, &last]).attr("keep_dims", true).finish()?;
    let difference = node.call("Sub", &[grad, &sum])?;
    node.call("Mul", &[&difference, softmax])
}

/// The gradient of a cross entropy's logits. Its second output, `backprop`, is that of its first; what comes back to the
/// second (a gradient of a gradient) comes through the softmax that it was made of.
fn logits_gradient(node: &mut Backward<'_>) -> Result<Outlet> {
    let (grad_loss, backprop) = (node.grad(0)?, node.output(1)?);
    let first = rows_times(node, &grad_loss, &backprop)?;
    if node.incoming(1).is_none() {
        return Ok(first);
    }
    let (logits, grad_backprop) = (node.input(0)?, node.grad(1)?);
    let softmax = node.call("Softmax", &[&logits])?;
    let second = through_softmax(node, &grad_backprop, &softmax)?;
    node.call("AddV2", &[&first, &second])
}
