//! `FusedBatchNorm` and its later versions: normalisation over a batch, and its gradient.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{PartialShape, Tensor};

use super::{alike, size};
use crate::{
    builder::Outlet,
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    ops::infer::{Dim, equal_dims, input, merge, with_rank},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "FusedBatchNorm(x:T, scale:T, offset:T, mean:T, variance:T) -> (y:T, batch_mean:T, batch_variance:T, reserve_space_1:T, reserve_space_2:T) {T:type, epsilon:float=0.0001, exponential_avg_factor:float=1.0, data_format:string='NHWC', is_training:bool=True}",
        "Normalises each channel by its mean and variance in the batch (or given ones), and keeps averages of them.",
    )
    .shape(shape)
    .gradient(gradient),
    op(
        "FusedBatchNormV2(x:T, scale:U, offset:U, mean:U, variance:U) -> (y:T, batch_mean:U, batch_variance:U, reserve_space_1:U, reserve_space_2:U) {T:type, U:type, epsilon:float=0.0001, exponential_avg_factor:float=1.0, data_format:string='NHWC', is_training:bool=True}",
        "As FusedBatchNorm, with moments of a type of their own.",
    )
    .shape(shape)
    .gradient(gradient_v2),
    op(
        "FusedBatchNormV3(x:T, scale:U, offset:U, mean:U, variance:U) -> (y:T, batch_mean:U, batch_variance:U, reserve_space_1:U, reserve_space_2:U, reserve_space_3:U) {T:type, U:type, epsilon:float=0.0001, exponential_avg_factor:float=1.0, data_format:string='NHWC', is_training:bool=True}",
        "As FusedBatchNormV2, also for volumes, with one more output for the gradient.",
    )
    .shape(shape)
    .gradient(gradient_v3),
    op(
        "_FusedBatchNormEx(x:T, scale:U, offset:U, mean:U, variance:U, side_input:num_side_inputs*T) -> (y:T, batch_mean:U, batch_variance:U, reserve_space_1:U, reserve_space_2:U, reserve_space_3:U) {T:type, U:type, epsilon:float=0.0001, exponential_avg_factor:float=1.0, num_side_inputs:int=0, activation_mode:string='Identity', data_format:string='NHWC', is_training:bool=True}",
        "FusedBatchNormV3, then perhaps a sum with another tensor, then an activation, in one node that an optimizer makes.",
    )
    .shape(shape),
    op(
        "FusedBatchNormGrad(y_backprop:T, x:T, scale:T, reserve_space_1:T, reserve_space_2:T) -> (x_backprop:T, scale_backprop:T, offset_backprop:T, reserve_space_3:T, reserve_space_4:T) {T:type, epsilon:float=0.0001, data_format:string='NHWC', is_training:bool=True}",
        "The gradient of FusedBatchNorm.",
    )
    .shape(gradient_shape),
    op(
        "FusedBatchNormGradV2(y_backprop:T, x:T, scale:float, reserve_space_1:U, reserve_space_2:U) -> (x_backprop:T, scale_backprop:U, offset_backprop:U, reserve_space_3:U, reserve_space_4:U) {T:type, U:type, epsilon:float=0.0001, data_format:string='NHWC', is_training:bool=True}",
        "The gradient of FusedBatchNormV2.",
    )
    .shape(gradient_shape),
    op(
        "FusedBatchNormGradV3(y_backprop:T, x:T, scale:float, reserve_space_1:U, reserve_space_2:U, reserve_space_3:U) -> (x_backprop:T, scale_backprop:U, offset_backprop:U, reserve_space_4:U, reserve_space_5:U) {T:type, U:type, epsilon:float=0.0001, data_format:string='NHWC', is_training:bool=True}",
        "The gradient of FusedBatchNormV3.",
    )
    .shape(gradient_shape),
];

/// The rank of the data and which dimension its channels are.
fn format(query: &ShapeQuery<'_>) -> Result<(usize, usize)> {
    Ok(match query.node.attrs.str("data_format")? {
        "NHWC" => (4, 3),
        "NCHW" => (4, 1),
        "NDHWC" => (5, 4),
        "NCDHW" => (5, 1),
        other => return Err(invalid_argument(format!("Invalid data format string: {other}"))),
    })
}

/// The data with the number of its channels, which others say too.
fn with_channels(data: &PartialShape, channel: usize, others: &[Dim]) -> Result<(PartialShape, Dim)> {
    let mut channels = size(data, channel);
    for other in others {
        channels = equal_dims(channels, *other)?;
    }
    let mut sizes = data.sizes().unwrap_or_default().to_vec();
    if let Some(place) = sizes.get_mut(channel) {
        *place = channels;
    }
    Ok((PartialShape::new(sizes), channels))
}

/// `x [.., c], and four vectors [c] -> y [.., c], and four or more vectors`.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (rank, channel) = format(query)?;
    let x = with_rank(input(query, 0)?, rank)?;
    // The moments are looked at only where they are used; in training they may be empty.
    let used = if query.node.attrs.bool("is_training")? { 1..3 } else { 1..5 };
    let vectors: Result<Vec<Dim>> = used.map(|k| Ok(size(&with_rank(input(query, k)?, 1)?, 0))).collect();
    let (y, channels) = with_channels(&x, channel, &vectors?)?;
    let mut shapes = vec![PartialShape::new(vec![channels]); query.node.output_types.len()];
    shapes[0] = y;
    if let Some(reserve) = shapes.get_mut(5) {
        *reserve = PartialShape::unknown();
    }
    Ok(shapes)
}

/// `y_backprop, x [.., c], and three vectors [c] -> x_backprop [.., c], two vectors [c], two empty ones`.
fn gradient_shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let (rank, channel) = format(query)?;
    let data = merge(&with_rank(input(query, 0)?, rank)?, input(query, 1)?)?;
    let vectors: Result<Vec<Dim>> = (2..5).map(|k| Ok(size(&with_rank(input(query, k)?, 1)?, 0))).collect();
    let (data, channels) = with_channels(&data, channel, &vectors?)?;
    let (vector, empty) = (PartialShape::new(vec![channels]), PartialShape::new(vec![Some(0)]));
    Ok(vec![data, vector.clone(), vector, empty.clone(), empty])
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    through(node, "FusedBatchNormGrad")
}

fn gradient_v2(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    through(node, "FusedBatchNormGradV2")
}

fn gradient_v3(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    through(node, "FusedBatchNormGradV3")
}

/// In training the moments are the batch's, which the node has kept for this; else they are those that were given, and the
/// gradient is only computed with the channels last.
fn through(node: &mut Backward<'_>, op: &str) -> Result<Vec<Option<Grad>>> {
    let (x, scale, dy) = (node.input(0)?, node.input(1)?, node.grad(0)?);
    let attrs = node.attrs();
    let reserve = if op == "FusedBatchNormGradV3" { Some(node.output(5)?) } else { None };
    let format = attrs.str("data_format")?;
    let grads = if attrs.bool("is_training")? {
        let (mean, variance) = (node.output(3)?, node.output(4)?);
        let inputs: Vec<&Outlet> = [&dy, &x, &scale, &mean, &variance].into_iter().chain(&reserve).collect();
        let dx = alike(node, op, &["epsilon", "data_format", "is_training"], &inputs)?;
        [dx.clone(), dx.output(1), dx.output(2)]
    } else {
        let (mean, variance) = (node.input(3)?, node.input(4)?);
        let (to_last, to_first, last): (&[i32], &[i32], &str) = match format {
            "NCHW" => (&[0, 2, 3, 1], &[0, 3, 1, 2], "NHWC"),
            "NCDHW" => (&[0, 2, 3, 4, 1], &[0, 4, 1, 2, 3], "NDHWC"),
            same => (&[], &[], same),
        };
        let (x, dy) = (permuted(node, &x, to_last)?, permuted(node, &dy, to_last)?);
        let inputs: Vec<&Outlet> = [&dy, &x, &scale, &mean, &variance].into_iter().chain(&reserve).collect();
        let made = node.op(op).inputs(inputs).attr("epsilon", attrs.float("epsilon")?);
        let made = made.attr("data_format", last).attr("is_training", false).finish()?;
        [permuted(node, &made, to_first)?, made.output(1), made.output(2)]
    };
    let mut grads: Vec<Option<Grad>> = grads.into_iter().map(|grad| Some(grad.into())).collect();
    grads.resize(node.num_inputs(), None);
    Ok(grads)
}

fn permuted(node: &mut Backward<'_>, x: &Outlet, order: &[i32]) -> Result<Outlet> {
    if order.is_empty() {
        return Ok(x.clone());
    }
    let order = node.constant(Tensor::vector(order.to_vec()))?;
    node.call("Transpose", &[x, &order])
}
