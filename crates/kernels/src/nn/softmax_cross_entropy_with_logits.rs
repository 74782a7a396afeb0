//! The loss of logits against a distribution, and its gradient.
//!
//! ```text
//! loss      = -sum(labels * log_softmax(features))
//! backprop  = softmax(features) - labels
//!
//! shape     features [b, n], labels [b, n] (broadcast to each other) -> loss [b], backprop [b, n]
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor, bf16, f16};

use super::rows::{block_size, exponentiate, shift, total};
use crate::{
    Build, Kernel,
    dispatch::dispatch,
    math::{
        broadcast::{Broadcast, broadcast_shape},
        number::{Float, Real},
        output::{allocate, input_type, take},
        vector::widest,
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("SoftmaxCrossEntropyWithLogits", softmax_cross_entropy)];

fn softmax_cross_entropy(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(Kernel::Compute(Box::new(|inputs| {
            let [features, labels] = take(inputs)?;
            loss_and_backprop::<T>(features, labels)
        }))),
        else Err(unsupported(node))
    )
}

fn loss_and_backprop<T: Real>(features: Tensor, labels: Tensor) -> Result<Vec<Tensor>> {
    let shape = match broadcast_shape(features.shape(), labels.shape()) {
        Ok(shape) => shape,
        Err(_) => {
            return Err(invalid_argument(format!(
                "logits and labels must be broadcastable: logits_size={} labels_size={}",
                features.shape(),
                labels.shape()
            )));
        }
    };
    if shape.rank() != 2 {
        return Err(invalid_argument(
            "logits and labels must be either 2-dimensional, or broadcasted to be 2-dimensional",
        ));
    }
    // The logits are replaced by the gradient, in place or in a copy.
    let mut backprop = stretched::<T>(features, &shape)?;
    let labels = stretched::<T>(labels, &shape)?;
    let (rows, n) = (shape[0], shape[1]);
    let loss_shape = Shape::new(&[rows])?;
    let mut losses = allocate::<T>(&loss_shape)?;
    if n == 0 {
        losses.resize(rows, T::ZERO);
    } else {
        let size = block_size(n);
        let blocks = backprop.make_mut::<T>()?.chunks_mut(size).zip(labels.values::<T>()?.chunks(size));
        widest(
            #[inline(always)]
            || blocks.for_each(|(block, labels)| block_losses(block, labels, n, &mut losses)),
        );
    }
    Ok(vec![Tensor::new(loss_shape, losses)?, backprop])
}

/// The losses of a block of rows of logits, which become the gradient.
#[inline(always)]
fn block_losses<T: Real>(block: &mut [T], labels: &[T], n: usize, losses: &mut Vec<T>) {
    let first = losses.len();
    for (row, labels) in block.chunks_exact_mut(n).zip(labels.chunks_exact(n)) {
        shift(row);
        // -sum(labels * (x - max)): a label of 0 against an infinite logit is NaN, as the formula has it.
        let terms = row.iter().zip(labels).map(|(x, label)| label.wide().to_f64() * x.wide().to_f64());
        losses.push(T::narrow(T::Wide::of(-terms.sum::<f64>())));
    }
    exponentiate(block);
    let rows = block.chunks_exact_mut(n).zip(labels.chunks_exact(n));
    for ((row, labels), loss) in rows.zip(&mut losses[first..]) {
        let sum = total(row);
        *loss = T::narrow(loss.wide() + T::Wide::of(total(labels) * sum.ln()));
        let scale = T::Wide::of(1.0 / sum);
        row.iter_mut().zip(labels).for_each(|(x, label)| *x = T::narrow(x.wide() * scale - label.wide()));
    }
}

fn stretched<T: Real>(tensor: Tensor, shape: &Shape) -> Result<Tensor> {
    if tensor.shape() == shape {
        return Ok(tensor);
    }
    let plan = Broadcast::new(tensor.shape(), shape)?;
    // Only the shape of the other side matters; its elements are never looked at.
    let units = vec![(); shape.num_elements()];
    let out = plan.map(tensor.values::<T>()?, &units, allocate::<T>(shape)?, |value, ()| *value);
    Tensor::new(shape.clone(), out)
}
