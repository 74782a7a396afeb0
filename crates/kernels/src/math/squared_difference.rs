//! `SquaredDifference`: `z = (x - y)^2`, once conjugated for complex numbers.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{binary::pairwise, number::Number};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("SquaredDifference", squared_difference)];

fn squared_difference(node: &Node) -> Result<Kernel> {
    pairwise!(node, [f32, f64, i32, i64, f16, bf16, Complex<f32>, Complex<f64>], T => Number::squared_difference)
}
