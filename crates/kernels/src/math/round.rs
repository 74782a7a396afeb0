//! `Round`: the nearest whole number, of two the even one; whole numbers stay as they are.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{DType, bf16, f16};

use super::{
    output::{compute, input_type},
    unary::real,
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Round", round)];

fn round(node: &Node) -> Result<Kernel> {
    match input_type(node) {
        DType::Int32 | DType::Int64 => Ok(compute(|[x]| Ok(x))),
        _ => real!(node, [f32, f64, f16, bf16], x => x.round_ties_even()),
    }
}
