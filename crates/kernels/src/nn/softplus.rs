//! A smooth form of Relu, and the gradient: Softplus, SoftplusGrad.
//!
//! ```text
//! Softplus      y = ln(1 + exp(x))
//! SoftplusGrad  dx = dy / (1 + exp(-x))
//! ```

use regatta_graph::Node;
use regatta_status::Result;

use super::activation::{elementwise, for_floats, gradient};
use crate::{
    Build, Kernel,
    math::number::{Float, Number, Real},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("Softplus", softplus), ("SoftplusGrad", softplus_grad)];

fn softplus(node: &Node) -> Result<Kernel> {
    for_floats!(node, T => elementwise::<T>(|x| T::narrow(smooth(x.wide()))))
}

/// `max(x, 0) + ln(1 + e)` with `e = exp(-|x|)`, which never overflows.
#[inline(always)]
fn smooth<T: Float>(x: T) -> T {
    let zero = <T as Number>::ZERO;
    let (positive, negative) = if x > zero { (x, -x) } else { (zero, x) };
    let e = Float::exp(negative);
    let sum = T::ONE + e;
    // The logarithm of the sum has lost the digits that the sum has lost; the quotient puts them back.
    let log = if sum == T::ONE { e } else { Float::ln(sum) * (e / (sum - T::ONE)) };
    positive + log
}

fn softplus_grad(node: &Node) -> Result<Kernel> {
    for_floats!(node, T => gradient::<T>(node, |gradient, feature| {
        T::narrow(gradient.wide() * Float::sigmoid(feature.wide()))
    }))
}
