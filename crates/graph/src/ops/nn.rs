//! Activations, losses and biases.

mod bias_add;
mod log_softmax;
mod relu;
mod sigmoid;
mod softmax;
mod softmax_cross_entropy_with_logits;
mod sparse_softmax_cross_entropy_with_logits;
mod tanh;

use regatta_status::{Result, invalid_argument};
use regatta_tensor::PartialShape;

use super::infer::{Dim, at_least_rank, broadcast, equal_dims, input, same_as_first, with_rank};
use crate::{
    op_def::{AttrsExt, Op},
    shape_rule::ShapeQuery,
};

pub(super) const OPS: &[&[Op]] = &[
    bias_add::OPS,
    log_softmax::OPS,
    relu::OPS,
    sigmoid::OPS,
    softmax::OPS,
    softmax_cross_entropy_with_logits::OPS,
    sparse_softmax_cross_entropy_with_logits::OPS,
    tanh::OPS,
];

/// `[.., n] -> [.., n]`.
fn rows(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    at_least_rank(input(query, 0)?, 1)?;
    same_as_first(query)
}

/// `features [b, n], labels [b, n] -> loss [b], backprop [b, n]`, both broadcast.
fn cross_entropy(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let shape = broadcast(input(query, 0)?, input(query, 1)?)?;
    if let Some(rank) = shape.rank().filter(|rank| *rank != 2) {
        return Err(invalid_argument(format!("Shape must be broadcasted with rank 2, but is rank {rank}")));
    }
    let shape = with_rank(&shape, 2)?;
    Ok(vec![PartialShape::new(vec![size(&shape, 0)]), shape])
}

/// `features [b, n], labels [b] -> loss [b], backprop [b, n]`.
fn sparse_cross_entropy(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let features = with_rank(input(query, 0)?, 2)?;
    let labels = with_rank(input(query, 1)?, 1)?;
    let rows = equal_dims(size(&features, 0), size(&labels, 0))?;
    Ok(vec![PartialShape::new(vec![rows]), PartialShape::new(vec![rows, size(&features, 1)])])
}

/// `value [.., c], bias [c] -> value`, or with the channels second.
fn bias_add(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
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
fn bias_add_grad(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
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
    Ok(if query.node.attrs.str("data_format")? == "NCHW" { 1 } else { rank - 1 })
}

fn size(shape: &PartialShape, k: usize) -> Dim {
    shape.sizes().and_then(|sizes| sizes.get(k).copied()).flatten()
}
