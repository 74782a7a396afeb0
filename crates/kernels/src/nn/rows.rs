//! Exponentials over rows: what softmax and the cross entropies share. Rows are shifted by their maximum, so that `exp` never
//! overflows.

use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use crate::math::{
    number::{Float, Real},
    vector::widest,
};

/// Each block of rows (of `n` elements each) replaced by `f` of it, in place or in a copy.
pub(super) fn over_rows<T: Real>(mut logits: Tensor, f: impl Fn(&mut [T], usize)) -> Result<Tensor> {
    let Some(&n) = logits.shape().last() else {
        return Err(invalid_argument(format!("logits must have >= 1 dimension, got {}", logits.shape())));
    };
    let values = logits.make_mut::<T>()?;
    if !values.is_empty() {
        widest(
            #[inline(always)]
            || values.chunks_mut(block_size(n)).for_each(|block| f(block, n)),
        );
    }
    Ok(logits)
}

/// As many elements as stay in the nearest cache, in whole rows. The exponentials of a block are taken in one go, since rows
/// of ten classes alone are too short for vector code.
pub(super) fn block_size(n: usize) -> usize {
    const ELEMENTS: usize = 2048;
    n * (ELEMENTS / n).max(1)
}

/// Subtracts a row's largest element from all of them.
#[inline(always)]
pub(super) fn shift<T: Real>(row: &mut [T]) {
    let mut lanes = [T::LOWEST; 4];
    let mut chunks = row.chunks_exact(4);
    for chunk in &mut chunks {
        // NaN may be lost here; it comes back with the exponentials.
        lanes.iter_mut().zip(chunk).for_each(|(lane, x)| *lane = if *x > *lane { *x } else { *lane });
    }
    let rest = chunks.remainder();
    let largest = rest.iter().chain(&lanes).fold(T::LOWEST, |max, x| if *x > max { *x } else { max }).wide();
    row.iter_mut().for_each(|x| *x = T::narrow(x.wide() - largest));
}

/// Replaces elements by their exponentials.
#[inline(always)]
pub(super) fn exponentiate<T: Real>(values: &mut [T]) {
    values.iter_mut().for_each(|x| *x = T::narrow(x.wide().exp()));
}

/// The sum of a row, in lanes that do not wait for each other.
#[inline(always)]
pub(super) fn total<T: Real>(row: &[T]) -> f64 {
    let mut lanes = [0f64; 4];
    let mut chunks = row.chunks_exact(4);
    for chunk in &mut chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, x)| *lane += x.wide().to_f64());
    }
    chunks.remainder().iter().fold(lanes.iter().sum(), |sum, x| sum + x.wide().to_f64())
}
