//! `FloorMod`: `z = x - floor(x / y) y`, which has the sign of `y`; whole numbers refuse a divisor of zero.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::{
    binary::{real_pairwise, whole_division},
    number::{Float, Integer},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("FloorMod", floor_mod)];

fn floor_mod(node: &Node) -> Result<Kernel> {
    real_pairwise!(node, [f32, f64, f16, bf16], (x, y) => x.modulo(y), else whole_division!(node, [i32, i64, i8, i16, u8, u16, u32, u64], T => Integer::floor_mod))
}
