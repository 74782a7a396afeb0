//! `ClipByValue`: each element, but no less than a lower and no more than an upper bound.
//!
//! ```text
//! shape     t, low, high -> t, where each bound is a scalar or has the shape of t
//! ```
//!
//! Of complex numbers, the two parts are bounded each by itself.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Element, Tensor, bf16, f16};

use super::{
    binary::combine,
    output::{compute, input_type},
};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ClipByValue", clip_by_value)];

fn clip_by_value(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, Complex<f32>, Complex<f64>],
        T => Ok(compute(|[t, low, high]| clipped::<T>(t, low, high))),
        else Err(unsupported(node))
    )
}

fn clipped<T: Bounded>(t: Tensor, low: Tensor, high: Tensor) -> Result<Tensor> {
    if [&low, &high].iter().any(|bound| bound.shape().rank() > 0 && bound.shape() != t.shape()) {
        return Err(invalid_argument(format!(
            "clip_value_min and clip_value_max must be either of the same shape as input, or a scalar. Input shape: {} \
             clip_value_min shape: {} clip_value_max shape: {}",
            t.shape(),
            low.shape(),
            high.shape()
        )));
    }
    combine::<T>(combine::<T>(t, high, T::at_most)?, low, T::at_least)
}

/// Elements that have bounds. What is not a number passes all of them.
trait Bounded: Element {
    fn at_most(self, high: Self) -> Self;
    fn at_least(self, low: Self) -> Self;
}

macro_rules! bounded {
    ($($t:ty)*) => {$(
        impl Bounded for $t {
            #[inline(always)]
            fn at_most(self, high: $t) -> $t { if high < self { high } else { self } }
            #[inline(always)]
            fn at_least(self, low: $t) -> $t { if self < low { low } else { self } }
        }
    )*};
}
bounded!(f32 f64 i32 i64 f16 bf16 i8 i16 u8 u16);

macro_rules! bounded_by_parts {
    ($($t:ty)*) => {$(
        impl Bounded for Complex<$t> {
            fn at_most(self, high: Self) -> Self {
                Complex { re: self.re.at_most(high.re), im: self.im.at_most(high.im) }
            }
            fn at_least(self, low: Self) -> Self {
                Complex { re: self.re.at_least(low.re), im: self.im.at_least(low.im) }
            }
        }
    )*};
}
bounded_by_parts!(f32 f64);
