//! `Mean`: the sum divided by the count: NaN of nothing, or 0 for whole numbers, which round towards zero.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::reduce::{MeanFold, reduction};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Mean", mean)];

fn mean(node: &Node) -> Result<Kernel> {
    reduction!(node, [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>], T => MeanFold)
}
