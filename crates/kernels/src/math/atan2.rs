//! `Atan2`: the angle of the point `(x, y)`.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{bf16, f16};

use super::binary::real_pairwise;
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Atan2", atan2)];

fn atan2(node: &Node) -> Result<Kernel> {
    real_pairwise!(node, [f32, f64, f16, bf16], (y, x) => y.atan2(x))
}
