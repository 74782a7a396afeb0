//! `LeftShift`: `x` moved up by `y` bits, at most by all but one.

use regatta_graph::Node;
use regatta_status::Result;

use super::binary::pairwise;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("LeftShift", left_shift)];

fn left_shift(node: &Node) -> Result<Kernel> {
    pairwise!(node, [i32, i64, i8, i16, u8, u16, u32, u64], T => |x: T, y: T| x.wrapping_shl(shift(y as i128, T::BITS)))
}

/// By how many bits to move: none if it is negative, and less than there are.
pub(super) fn shift(by: i128, bits: u32) -> u32 {
    by.clamp(0, i128::from(bits) - 1) as u32
}
