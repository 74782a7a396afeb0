//! `TruncateMod`: `z = x - trunc(x / y) y`, which has the sign of `x`; whole numbers refuse a divisor of zero.

use regatta_graph::Node;
use regatta_status::Result;

use super::{
    binary::{real_pairwise, whole_division},
    number::Integer,
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("TruncateMod", truncate_mod), ("Mod", truncate_mod)];

fn truncate_mod(node: &Node) -> Result<Kernel> {
    real_pairwise!(node, [f32, f64], (x, y) => x % y, else whole_division!(node, [i32, i64], T => Integer::truncate_mod))
}
