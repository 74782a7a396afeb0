//! UnsortedSegmentMax: the largest of the rows of each segment, which may lie anywhere.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::segments::{Bounded, unsorted};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Ordered, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("UnsortedSegmentMax", unsorted_segment_max)];

fn unsorted_segment_max(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64],
        T => Ok(unsorted::<T>(T::LEAST, |a, b| a.larger(b))),
        else Err(unsupported(node))
    )
}
