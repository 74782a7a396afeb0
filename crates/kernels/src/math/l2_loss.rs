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
    let mut lanes = [0f64; 8];
    let mut chunks = values.chunks_exact(8);
    for chunk in &mut chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            let value = value.wide().to_f64();
            *lane += value * value;
        }
    }
    let rest: f64 = chunks.remainder().iter().map(|value| value.wide().to_f64().powi(2)).sum();
    T::narrow(<T as Real>::Wide::of((lanes.iter().sum::<f64>() + rest) / 2.0))
}
