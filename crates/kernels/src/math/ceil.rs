//! `Ceil`: the smallest whole number that is not smaller.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::unary::real;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Ceil", ceil)];

fn ceil(node: &Node) -> Result<Kernel> {
    real!(node, [f32, f64, f16, bf16], x => x.ceil())
}
