//! The scaled form of Elu that keeps mean and variance, and the gradient: Selu, SeluGrad.
//!
//! ```text
//! Selu      y = scale alpha (exp(x) - 1) where x < 0, else scale x
//! SeluGrad  dx = dy (y + scale alpha) where y < 0, else scale dy
//! ```

use regatta_graph::Node;
use regatta_status::Result;

use super::activation::{elementwise, exp_minus_one, for_floats, gradient};
use crate::{
    Build, Kernel,
    math::number::{Float, Number, Real},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("Selu", selu), ("SeluGrad", selu_grad)];

const SCALE: f64 = 1.050_700_987_355_480_5;
const SCALE_ALPHA: f64 = 1.758_099_340_847_376_9;

fn selu(node: &Node) -> Result<Kernel> {
    for_floats!(node, T => elementwise::<T>(|x| T::narrow(bent(x.wide()))))
}

#[inline(always)]
fn bent<T: Float>(x: T) -> T {
    let below = T::of(SCALE_ALPHA) * exp_minus_one(x);
    if x < T::ZERO { below } else { T::of(SCALE) * x }
}

fn selu_grad(node: &Node) -> Result<Kernel> {
    for_floats!(node, T => gradient::<T>(node, |gradient, output| T::narrow(slope(gradient.wide(), output.wide()))))
}

#[inline(always)]
fn slope<T: Float>(gradient: T, output: T) -> T {
    gradient * if output < <T as Number>::ZERO { output + T::of(SCALE_ALPHA) } else { T::of(SCALE) }
}
