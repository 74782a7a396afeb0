//! `Minimum`: the smaller one; NaN if either is.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{binary::pairwise, number::Ordered};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Minimum", minimum)];

fn minimum(node: &Node) -> Result<Kernel> {
    pairwise!(node, [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64], T => Ordered::smaller)
}
