//! `DivNoNan`: `z = x / y`, and 0 where `y` is 0.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{
    binary::pairwise,
    number::{Field, Number},
};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("DivNoNan", div_no_nan)];

fn div_no_nan(node: &Node) -> Result<Kernel> {
    pairwise!(node, [f32, f64, f16, bf16, Complex<f32>, Complex<f64>], T => |x: T, y: T| if y == T::ZERO { T::ZERO } else { Field::div(x, y) })
}
