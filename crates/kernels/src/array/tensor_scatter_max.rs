//! TensorScatterMax: the larger of a tensor's elements and of blocks at the places that the indices name.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::scatter::changed;
use crate::{Build, Kernel, dispatch::dispatch, math::number::Ordered, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("TensorScatterMax", tensor_scatter_max)];

fn tensor_scatter_max(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64],
        T => changed::<T>(node, |old, new| *old = old.larger(*new)),
        else Err(unsupported(node))
    )
}
