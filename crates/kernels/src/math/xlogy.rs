//! `Xlogy`: `z = x ln y`, and 0 where `x` is 0.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{
    binary::{pairwise, real_pairwise},
    number::Float,
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("Xlogy", xlogy)];

fn xlogy(node: &Node) -> Result<Kernel> {
    real_pairwise!(
        node,
        [f32, f64, f16, bf16],
        (x, y) => if x == 0.0 { 0.0 } else { x * Float::ln(y) },
        else pairwise!(
            node,
            [Complex<f32>, Complex<f64>],
            T => |x: T, y: T| if x == T::ZERO { x } else { x * y.ln() }
        )
    )
}
