//! `Erfc`: one minus the error function.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{number::Float, unary::real};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Erfc", erfc)];

fn erfc(node: &Node) -> Result<Kernel> {
    real!(node, [f32, f64, f16, bf16], x => Float::erfc(x))
}
