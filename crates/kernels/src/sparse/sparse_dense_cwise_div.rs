//! SparseDenseCwiseDiv: the quotient of each value of a sparse tensor and the element of a dense one at its place.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::cwise::kernel;
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseDenseCwiseDiv", sparse_dense_cwise_div)];

fn sparse_dense_cwise_div(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64],
        T => Ok(kernel::<T>(Quotient::quotient)),
        else Err(unsupported(node))
    )
}

/// What a value divided by another is; whole numbers are not divided by zero.
trait Quotient: Sized {
    fn quotient(self, divisor: Self) -> Option<Self>;
}

macro_rules! whole_numbers {
    ($($t:ty)*) => {$(impl Quotient for $t {
        fn quotient(self, divisor: $t) -> Option<$t> {
            match divisor {
                0 => None,
                divisor => Some(self.wrapping_div(divisor)),
            }
        }
    })*};
}
whole_numbers!(i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! floats {
    ($($t:ty)*) => {$(impl Quotient for $t {
        fn quotient(self, divisor: $t) -> Option<$t> { Some(self / divisor) }
    })*};
}
floats!(f32 f64 f16 bf16);
