//! `ClipByValue`: each element, but no less than a lower and no more than an upper bound.
//!
//! ```text
//! shape     t, low, high -> t, where each bound is a scalar or has the shape of t
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Tensor, bf16, f16};

use super::{
    binary::combine,
    number::Ordered,
    output::{compute, input_type},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ClipByValue", clip_by_value)];

fn clip_by_value(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16],
        T => Ok(compute(|[t, low, high]| clipped::<T>(t, low, high))),
        else Err(unsupported(node))
    )
}

fn clipped<T: Ordered>(t: Tensor, low: Tensor, high: Tensor) -> Result<Tensor> {
    if [&low, &high].iter().any(|bound| bound.shape().rank() > 0 && bound.shape() != t.shape()) {
        return Err(invalid_argument(format!(
            "clip_value_min and clip_value_max must be either of the same shape as input, or a scalar. Input shape: {} \
             clip_value_min shape: {} clip_value_max shape: {}",
            t.shape(),
            low.shape(),
            high.shape()
        )));
    }
    // A number that is not one passes both.
    let capped = combine::<T>(t, high, |x, high| if high < x { high } else { x })?;
    combine::<T>(capped, low, |x, low| if x < low { low } else { x })
}
