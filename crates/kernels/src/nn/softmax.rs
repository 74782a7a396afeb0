//! Softmax and its logarithm over the last axis, shifted by the row maximum so that exp never overflows.
//!
//! Softmax     y = exp(x - max) / sum(exp(x - max))
//! LogSoftmax  y = x - max - ln(sum(exp(x - max)))
//!
//! shape     [.., n] -> [.., n]

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Tensor, bf16, f16};

use crate::{
    Kernel,
    dispatch::dispatch,
    math::{
        number::{Float, Real},
        output::{compute, input_type},
    },
    unsupported,
};

pub(crate) fn softmax(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(compute(|[logits]| over_rows::<T>(logits, softmax_row))),
        else Err(unsupported(node))
    )
}

pub(crate) fn log_softmax(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(compute(|[logits]| over_rows::<T>(logits, log_softmax_row))),
        else Err(unsupported(node))
    )
}

/// Each row replaced by `f` of it, in place or in a copy.
fn over_rows<T: Real>(mut logits: Tensor, f: impl Fn(&mut [T])) -> Result<Tensor> {
    let Some(&n) = logits.shape().last() else {
        return Err(invalid_argument(format!("logits must have >= 1 dimension, got {}", logits.shape())));
    };
    let values = logits.make_mut::<T>()?;
    if !values.is_empty() {
        values.chunks_exact_mut(n).for_each(f);
    }
    Ok(logits)
}

/// The largest of a row.
pub(super) fn largest<T: Real>(row: &[T]) -> T::Wide {
    let mut lanes = [T::LOWEST; 8];
    let mut chunks = row.chunks_exact(8);
    for chunk in &mut chunks {
        // NaN may be lost here; it comes back with the exponentials.
        lanes.iter_mut().zip(chunk).for_each(|(lane, x)| *lane = if *x > *lane { *x } else { *lane });
    }
    chunks.remainder().iter().chain(&lanes).fold(T::LOWEST, |max, x| max.larger(*x)).wide()
}

/// Replaces a row by `exp(x - shift)` and returns the sum.
pub(super) fn exponentials<T: Real>(row: &mut [T], shift: T::Wide) -> f64 {
    row.iter_mut().for_each(|x| *x = T::narrow((x.wide() - shift).exp()));
    sum(row.iter().map(|x| x.wide()))
}

/// A sum that neither grows nor loses much: in `f64`.
pub(super) fn sum<F: Float>(values: impl Iterator<Item = F>) -> f64 {
    values.map(F::to_f64).sum()
}

fn softmax_row<T: Real>(row: &mut [T]) {
    let shift = largest(row);
    let scale = T::Wide::of(1.0 / exponentials(row, shift));
    row.iter_mut().for_each(|x| *x = T::narrow(x.wide() * scale));
}

fn log_softmax_row<T: Real>(row: &mut [T]) {
    let shift = largest(row);
    let total = T::Wide::of(sum(row.iter().map(|x| (x.wide() - shift).exp())).ln());
    row.iter_mut().for_each(|x| *x = T::narrow(x.wide() - shift - total));
}
