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

/// Sums and maxima of long rows are taken in so many lanes, of short ones in few, that do not wait for each other.
const LONG: usize = 32;
const SHORT: usize = 4;

/// Subtracts a row's largest element from all of them.
#[inline(always)]
pub(super) fn shift<T: Real>(row: &mut [T]) {
    // NaN may be lost here; it comes back with the exponentials.
    let larger = |max: T, x: T| if x > max { x } else { max };
    let largest = match row.len() >= 2 * LONG {
        true => in_lanes::<T, T, LONG>(row, T::LOWEST, larger, larger),
        false => in_lanes::<T, T, SHORT>(row, T::LOWEST, larger, larger),
    };
    let largest = largest.wide();
    row.iter_mut().for_each(|x| *x = T::narrow(x.wide() - largest));
}

/// Replaces elements by their exponentials.
#[inline(always)]
pub(super) fn exponentiate<T: Real>(values: &mut [T]) {
    values.iter_mut().for_each(|x| *x = T::narrow(x.wide().exp()));
}

/// The sum of a row.
#[inline(always)]
pub(super) fn total<T: Real>(row: &[T]) -> f64 {
    let (add, join) = (|sum: f64, x: T| sum + x.wide().to_f64(), |a: f64, b: f64| a + b);
    match row.len() >= 2 * LONG {
        true => in_lanes::<T, f64, LONG>(row, 0.0, add, join),
        false => in_lanes::<T, f64, SHORT>(row, 0.0, add, join),
    }
}

/// Folds a row, each `N`-th element with the others of its lane, and the lanes in the end.
#[inline(always)]
fn in_lanes<T: Copy, A: Copy, const N: usize>(
    row: &[T],
    start: A,
    add: impl Fn(A, T) -> A,
    join: impl Fn(A, A) -> A,
) -> A {
    let mut lanes = [start; N];
    let (blocks, rest) = row.as_chunks::<N>();
    for block in blocks {
        for (lane, x) in lanes.iter_mut().zip(block) {
            *lane = add(*lane, *x);
        }
    }
    let joined = lanes.into_iter().fold(start, &join);
    rest.iter().fold(joined, |sum, x| add(sum, *x))
}
