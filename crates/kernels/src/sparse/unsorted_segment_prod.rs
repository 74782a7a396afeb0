//! UnsortedSegmentProd: the product of the rows of each segment, which may lie anywhere.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::segments::unsorted;
use crate::{Build, Kernel, dispatch::dispatch, math::number::Number, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("UnsortedSegmentProd", unsorted_segment_prod)];

fn unsorted_segment_prod(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(unsorted::<T>(T::ONE, |a, b| a.mul(b))),
        else Err(unsupported(node))
    )
}
