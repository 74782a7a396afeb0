//! `Conj`: the complex conjugate.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::Complex;

use super::unary::elementwise;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Conj", conj)];

fn conj(node: &Node) -> Result<Kernel> {
    elementwise!(node, [Complex<f32>, Complex<f64>], T => |x: T| x.conj())
}
