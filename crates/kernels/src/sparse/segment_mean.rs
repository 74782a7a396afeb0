//! SegmentMean: the mean of the rows of each segment; segments lie one behind the other.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::segments::{check_ids, sorted};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Number, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("SegmentMean", segment_mean)];

fn segment_mean(node: &Node) -> Result<Kernel> {
    check_ids(node)?;
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(sorted::<T>(T::ZERO, T::ZERO, |a, b| a.add(b), Share::share)),
        else Err(unsupported(node))
    )
}

/// A sum divided by the number of its summands.
trait Share {
    fn share(self, count: usize) -> Self;
}

macro_rules! whole_numbers {
    ($($t:ty)*) => {$(impl Share for $t {
        // The number counts in the type of the sum, and may be nothing in it.
        fn share(self, count: usize) -> $t { self.checked_div(count as $t).unwrap_or(0) }
    })*};
}
whole_numbers!(i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! numbers {
    ($($t:ty: $count:expr;)*) => {$(impl Share for $t {
        fn share(self, count: usize) -> $t { self / $count(count) }
    })*};
}
numbers! {
    f32: |count| count as f32;
    f64: |count| count as f64;
    f16: |count| f16::from_f32(count as f32);
    bf16: |count| bf16::from_f32(count as f32);
    Complex<f32>: |count| count as f32;
    Complex<f64>: |count| count as f64;
}
