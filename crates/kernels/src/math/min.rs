//! `Min`: the smallest; the highest value of the type of nothing. NaN if there is one.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::reduce::{Plain, Smallest, reduction};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Min", min)];

fn min(node: &Node) -> Result<Kernel> {
    reduction!(node, [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64], T => Plain<T, Smallest>)
}
