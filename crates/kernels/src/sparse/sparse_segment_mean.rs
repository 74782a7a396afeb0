//! SparseSegmentMean: the mean of the rows that are looked up for each segment, and its gradient.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::looked_up::{Scale, gradient, gradient_rows, scaled_sums};
use crate::{Build, Kernel, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("SparseSegmentMean", forward),
    ("SparseSegmentMeanGrad", backward),
    ("SparseSegmentMeanGradV2", backward_rows),
    ("SparseSegmentMeanWithNumSegments", forward),
];

const SCALE: Scale = |count| 1.0 / count as f64;

fn forward(node: &Node) -> Result<Kernel> {
    dispatch!(node.output_types[0].dtype, [f32, f64, f16, bf16], T => Ok(scaled_sums::<T>(SCALE)), else Err(unsupported(node)))
}

fn backward(node: &Node) -> Result<Kernel> {
    dispatch!(node.output_types[0].dtype, [f32, f64, f16, bf16], T => Ok(gradient::<T>(SCALE)), else Err(unsupported(node)))
}

fn backward_rows(node: &Node) -> Result<Kernel> {
    dispatch!(node.output_types[0].dtype, [f32, f64, f16, bf16], T => Ok(gradient_rows::<T>(SCALE)), else Err(unsupported(node)))
}
