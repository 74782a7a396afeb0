//! Numbers below zero bent towards -1, and the gradient: Elu, EluGrad.
//!
//! ```text
//! Elu      y = exp(x) - 1 where x < 0, else x
//! EluGrad  dx = dy (y + 1) where y < 0, else dy
//! ```

use regatta_graph::Node;
use regatta_status::Result;

use super::activation::{elementwise, exp_minus_one, for_floats, gradient};
use crate::{
    Build, Kernel,
    math::number::{Float, Number, Real},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("Elu", elu), ("EluGrad", elu_grad)];

fn elu(node: &Node) -> Result<Kernel> {
    for_floats!(node, T => elementwise::<T>(|x| T::narrow(bent(x.wide()))))
}

#[inline(always)]
pub(super) fn bent<T: Float>(x: T) -> T {
    let below = exp_minus_one(x);
    if x < T::ZERO { below } else { x }
}

fn elu_grad(node: &Node) -> Result<Kernel> {
    for_floats!(node, T => gradient::<T>(node, |gradient, output| {
        T::narrow(slope(gradient.wide(), output.wide()))
    }))
}

#[inline(always)]
fn slope<T: Float>(gradient: T, output: T) -> T {
    if output < <T as Number>::ZERO { (output + T::ONE) * gradient } else { gradient }
}
