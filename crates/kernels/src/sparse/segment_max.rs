//! SegmentMax: the largest of the rows of each segment; segments lie one behind the other.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::segments::{check_ids, sorted};
use crate::{Build, Kernel, dispatch::dispatch, math::number::Ordered, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("SegmentMax", segment_max)];

fn segment_max(node: &Node) -> Result<Kernel> {
    check_ids(node)?;
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64],
        T => Ok(sorted::<T>(T::LOWEST, T::default(), |a, b| a.larger(b), |value, _| value)),
        else Err(unsupported(node))
    )
}
