//! `RightShift`: `x` moved down by `y` bits, at most by all but one; the sign stays.

use regatta_graph::Node;
use regatta_status::Result;

use super::{binary::pairwise, left_shift::shift};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("RightShift", right_shift)];

fn right_shift(node: &Node) -> Result<Kernel> {
    pairwise!(node, [i32, i64, i8, i16, u8, u16, u32, u64], T => |x: T, y: T| x.wrapping_shr(shift(y as i128, T::BITS)))
}
