//! `Invert`: every bit the other way.

use regatta_graph::Node;
use regatta_status::Result;

use super::unary::elementwise;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Invert", invert)];

fn invert(node: &Node) -> Result<Kernel> {
    elementwise!(node, [i32, i64, i8, i16, u8, u16, u32, u64], T => |x: T| !x)
}
