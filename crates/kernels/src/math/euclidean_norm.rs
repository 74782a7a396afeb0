//! `EuclideanNorm`: the square root of the sum of squares; 0 of nothing.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::reduce::{NormFold, reduction};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("EuclideanNorm", euclidean_norm)];

fn euclidean_norm(node: &Node) -> Result<Kernel> {
    reduction!(node, [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>], T => NormFold)
}
