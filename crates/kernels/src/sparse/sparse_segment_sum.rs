//! SparseSegmentSum: the sum of the rows that are looked up for each segment, and its gradient.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::looked_up::{Scale, gradient, gradient_rows, sums};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("SparseSegmentSum", forward),
    ("SparseSegmentSumGrad", backward),
    ("SparseSegmentSumGradV2", backward_rows),
    ("SparseSegmentSumWithNumSegments", forward),
];

const SCALE: Scale = |_| 1.0;

fn forward(node: &Node) -> Result<Kernel> {
    dispatch!(node.output_types[0].dtype, [f32, f64, f16, bf16, i8, i16, i32, i64, u8, u16, u32, u64], T => Ok(sums::<T>()), else Err(unsupported(node)))
}

fn backward(node: &Node) -> Result<Kernel> {
    dispatch!(node.output_types[0].dtype, [f32, f64, f16, bf16], T => Ok(gradient::<T>(SCALE)), else Err(unsupported(node)))
}

fn backward_rows(node: &Node) -> Result<Kernel> {
    dispatch!(node.output_types[0].dtype, [f32, f64, f16, bf16], T => Ok(gradient_rows::<T>(SCALE)), else Err(unsupported(node)))
}
