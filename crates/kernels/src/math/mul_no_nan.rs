//! `MulNoNan`: `z = x y`, and 0 where `y` is 0, whatever `x` is.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::{binary::pairwise, number::Number};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("MulNoNan", mul_no_nan)];

fn mul_no_nan(node: &Node) -> Result<Kernel> {
    pairwise!(node, [f32, f64, f16, bf16, Complex<f32>, Complex<f64>], T => |x: T, y: T| if y == T::ZERO { T::ZERO } else { Number::mul(x, y) })
}
