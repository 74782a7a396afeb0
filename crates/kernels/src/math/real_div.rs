//! `RealDiv`: `z = x / y` of numbers that can be divided; by zero it is an infinity or NaN.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{binary::pairwise, number::Field};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("RealDiv", real_div)];

fn real_div(node: &Node) -> Result<Kernel> {
    pairwise!(node, [f32, f64, f16, bf16, Complex<f32>, Complex<f64>], T => Field::div)
}
