//! `BiasAdd`, `BiasAddV1`: a bias for every channel; `BiasAddGrad`: its gradient.

use regatta_status::Result;
use regatta_tensor::PartialShape;

use super::{alike, size};
use crate::{
    gradient::{Backward, Grad},
    op_def::{AttrsExt, Op, op},
    ops::infer::{at_least_rank, equal_dims, input, with_rank},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[Op] = &[
    op(
        "BiasAdd(value:T, bias:T) -> (output:T) {T:type, data_format:string='NHWC'}",
        "Adds a bias to every channel, the last or (NCHW) the second dimension.",
    )
    .shape(shape)
    .gradient(gradient),
    op("BiasAddV1(value:T, bias:T) -> (output:T) {T:type}", "Adds a bias to every channel, the last dimension.")
        .shape(shape)
        .gradient(gradient),
    op(
        "BiasAddGrad(out_backprop:T) -> (output:T) {T:type, data_format:string='NHWC'}",
        "The gradient of a bias: the sum over all dimensions but the channels.",
    )
    .shape(bias_shape)
    .gradient(second_gradient),
];

/// `value [.., c], bias [c] -> value`, or with the channels second.
fn shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let value = input(query, 0)?;
    at_least_rank(value, 2)?;
    let bias = with_rank(input(query, 1)?, 1)?;
    let Some(sizes) = value.sizes() else { return Ok(vec![PartialShape::unknown()]) };
    let mut sizes = sizes.to_vec();
    let channel = channel(query, sizes.len())?;
    sizes[channel] = equal_dims(sizes[channel], size(&bias, 0))?;
    Ok(vec![PartialShape::new(sizes)])
}

/// `out_backprop -> [c]`.
fn bias_shape(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let backprop = input(query, 0)?;
    at_least_rank(backprop, 2)?;
    let channels = match backprop.rank() {
        Some(rank) => size(backprop, channel(query, rank)?),
        None => None,
    };
    Ok(vec![PartialShape::new(vec![channels])])
}

/// Which dimension the channels are, of at least two.
fn channel(query: &ShapeQuery<'_>, rank: usize) -> Result<usize> {
    let attrs = &query.node.attrs;
    let channels_first = attrs.get("data_format").is_some() && attrs.str("data_format")? == "NCHW";
    Ok(if channels_first { 1 } else { rank - 1 })
}

fn gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let dy = node.grad(0)?;
    let attrs: &[&str] = if node.attrs().contains_key("data_format") { &["data_format"] } else { &[] };
    let by_bias = alike(node, "BiasAddGrad", attrs, &[&dy])?;
    Ok(vec![Some(dy.into()), Some(by_bias.into())])
}

/// The gradient of a sum goes to each summand: as a bias is added to zeros.
fn second_gradient(node: &mut Backward<'_>) -> Result<Vec<Option<Grad>>> {
    let (backprop, dy) = (node.input(0)?, node.grad(0)?);
    let zeros = node.call("ZerosLike", &[&backprop])?;
    Ok(vec![Some(alike(node, "BiasAdd", &["data_format"], &[&zeros, &dy])?.into())])
}
