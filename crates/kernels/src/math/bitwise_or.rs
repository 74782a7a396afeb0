//! `BitwiseOr`: the bits that either has.

use regatta_graph::Node;
use regatta_status::Result;

use super::binary::pairwise;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("BitwiseOr", bitwise_or)];

fn bitwise_or(node: &Node) -> Result<Kernel> {
    pairwise!(node, [i32, i64, i8, i16, u8, u16, u32, u64], T => |x: T, y: T| x | y)
}
