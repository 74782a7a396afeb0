//! `TruncateDiv`: `z = x / y` towards zero; whole numbers refuse a divisor of zero.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{
    binary::{real_pairwise, whole_division},
    number::Integer,
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("TruncateDiv", truncate_div)];

fn truncate_div(node: &Node) -> Result<Kernel> {
    real_pairwise!(node, [f32, f64, f16, bf16], (x, y) => T::narrow(x / y).wide().trunc(), else whole_division!(node, [i32, i64, i8, i16, u8, u16, u32, u64], T => Integer::truncate_div))
}
