//! Numbers below zero made smaller, and the gradient: LeakyRelu, LeakyReluGrad.
//!
//! ```text
//! LeakyRelu      y = x where x > 0, else alpha x
//! LeakyReluGrad  dx = dy where x > 0, else alpha dy
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;

use super::activation::{elementwise, for_floats, gradient};
use crate::{
    Build, Kernel,
    math::number::{Float, Number, Real},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("LeakyRelu", leaky_relu), ("LeakyReluGrad", leaky_relu_grad)];

fn leaky_relu(node: &Node) -> Result<Kernel> {
    let alpha = f64::from(node.attrs.float("alpha")?);
    for_floats!(node, T => {
        let alpha = <T as Real>::Wide::of(alpha);
        elementwise::<T>(move |x| T::narrow(leaked(x.wide(), x.wide(), alpha)))
    })
}

fn leaky_relu_grad(node: &Node) -> Result<Kernel> {
    let alpha = f64::from(node.attrs.float("alpha")?);
    for_floats!(node, T => {
        let alpha = <T as Real>::Wide::of(alpha);
        gradient::<T>(node, move |gradient, feature| T::narrow(leaked(gradient.wide(), feature.wide(), alpha)))
    })
}

/// `value`, or less of it, by the sign of `x`.
#[inline(always)]
pub(super) fn leaked<T: Float>(value: T, x: T, alpha: T) -> T {
    if x > <T as Number>::ZERO { value } else { value * alpha }
}
