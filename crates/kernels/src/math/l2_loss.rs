//! `L2Loss`: half the sum of squares: `output = sum(t^2) / 2`.
//!
//! ```text
//! shape     t [..] -> []
//! ```

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Tensor, bf16, f16};

use super::{
    number::{Float, Real},
    output::{compute, input_type},
    vector::widest_for,
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("L2Loss", l2_loss)];

fn l2_loss(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(compute(|[t]| Ok(Tensor::scalar(half_sum_of_squares(t.values::<T>()?))))),
        else Err(unsupported(node))
    )
}

fn half_sum_of_squares<T: Real>(values: &[T]) -> T {
    let square = |value: T| value.wide() * value.wide();
    let (blocks, rest) = values.as_chunks::<32>();
    let sum = widest_for::<T, _>(
        #[inline(always)]
        || {
            // Its own, so that it stays in registers.
            let mut lanes = [0f64; 8];
            for block in blocks {
                for (k, lane) in lanes.iter_mut().enumerate() {
                    let (low, high) =
                        (square(block[k]) + square(block[k + 8]), square(block[k + 16]) + square(block[k + 24]));
                    *lane += (low + high).to_f64();
                }
            }
            lanes.iter().sum::<f64>()
        },
    );
    let rest: f64 = rest.iter().map(|value| square(*value).to_f64()).sum();
    T::narrow(<T as Real>::Wide::of((sum + rest) / 2.0))
}
