//! The loss of logits against one right class per row, and its gradient.
//!
//! ```text
//! loss      = -log_softmax(features)[label]
//! backprop  = softmax(features) - one_hot(label)
//!
//! shape     features [b, n], labels [b] -> loss [b], backprop [b, n]
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor, bf16, f16};

use super::rows::{block_size, exponentiate, shift, total};
use crate::{
    Build, Kernel,
    dispatch::dispatch,
    math::{
        number::{Float, Real},
        output::{allocate, input_type, take},
        reduce::axis_values,
        vector::widest,
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseSoftmaxCrossEntropyWithLogits", sparse_softmax_cross_entropy)];

fn sparse_softmax_cross_entropy(node: &Node) -> Result<Kernel> {
    if !matches!(node.input_types.get(1), Some(labels) if matches!(labels.dtype, DType::Int32 | DType::Int64)) {
        return Err(unsupported(node));
    }
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(Kernel::Compute(Box::new(|inputs| {
            let [features, labels] = take(inputs)?;
            loss_and_backprop::<T>(features, &labels)
        }))),
        else Err(unsupported(node))
    )
}

fn loss_and_backprop<T: Real>(features: Tensor, labels: &Tensor) -> Result<Vec<Tensor>> {
    let shape = features.shape().clone();
    if shape.rank() != 2 {
        return Err(invalid_argument(format!("logits must be 2-D, but got shape {shape}")));
    }
    if labels.shape().rank() != 1 {
        return Err(invalid_argument(format!("labels must be 1-D, but got shape {}", labels.shape())));
    }
    let (rows, n) = (shape[0], shape[1]);
    if rows != labels.num_elements() {
        return Err(invalid_argument(format!(
            "logits and labels must have the same first dimension, got logits shape {shape} and labels shape {}",
            labels.shape()
        )));
    }
    if n == 0 {
        return Err(invalid_argument(format!("Must have at least one class, but got logits shape {shape}")));
    }
    let labels = axis_values(labels)?;
    if let Some(label) = labels.iter().find(|label| !(0..n as i64).contains(label)) {
        let all: Vec<String> = labels.iter().map(i64::to_string).collect();
        return Err(invalid_argument(format!(
            "Received a label value of {label} which is outside the valid range of [0, {n}).  Label values: {}",
            all.join(" ")
        )));
    }
    // The logits are replaced by the gradient, in place or in a copy.
    let mut backprop = features;
    let loss_shape = Shape::new(&[rows])?;
    let mut losses = allocate::<T>(&loss_shape)?;
    let size = block_size(n);
    let blocks = backprop.make_mut::<T>()?.chunks_mut(size).zip(labels.chunks(size / n));
    widest(
        #[inline(always)]
        || blocks.for_each(|(block, labels)| block_losses(block, labels, n, &mut losses)),
    );
    Ok(vec![Tensor::new(loss_shape, losses)?, backprop])
}

/// The losses of a block of rows of logits, which become the gradient. The labels are in range.
#[inline(always)]
fn block_losses<T: Real>(block: &mut [T], labels: &[i64], n: usize, losses: &mut Vec<T>) {
    let first = losses.len();
    for (row, label) in block.chunks_exact_mut(n).zip(labels) {
        shift(row);
        losses.push(row[*label as usize]);
    }
    exponentiate(block);
    for ((row, label), loss) in block.chunks_exact_mut(n).zip(labels).zip(&mut losses[first..]) {
        let sum = total(row);
        *loss = T::narrow(T::Wide::of(sum.ln()) - loss.wide());
        let scale = T::Wide::of(1.0 / sum);
        row.iter_mut().for_each(|x| *x = T::narrow(x.wide() * scale));
        row[*label as usize] = row[*label as usize].sub(T::ONE);
    }
}
