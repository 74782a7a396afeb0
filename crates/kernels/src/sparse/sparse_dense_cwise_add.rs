//! SparseDenseCwiseAdd: the sum of each value of a sparse tensor and the element of a dense one at its place.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::cwise::kernel;
use crate::{Build, Kernel, dispatch::dispatch, math::number::Number, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("SparseDenseCwiseAdd", sparse_dense_cwise_add)];

fn sparse_dense_cwise_add(node: &Node) -> Result<Kernel> {
    dispatch!(
        node.output_types[0].dtype,
        [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64],
        T => Ok(kernel::<T>(|a, b| Some(a.add(b)))),
        else Err(unsupported(node))
    )
}
