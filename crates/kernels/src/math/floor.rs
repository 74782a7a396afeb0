//! `Floor`: the largest whole number that is not larger.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::unary::real;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Floor", floor)];

fn floor(node: &Node) -> Result<Kernel> {
    real!(node, [f32, f64, f16, bf16], x => x.floor())
}
