//! `Neg`: `y = -x`.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{number::Number, unary::elementwise};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Neg", neg)];

fn neg(node: &Node) -> Result<Kernel> {
    elementwise!(node, [f32, f64, i32, i64, f16, bf16, i8, i16, Complex<f32>, Complex<f64>], T => Number::neg)
}
