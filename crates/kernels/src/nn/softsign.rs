//! Numbers pressed between -1 and 1, and the gradient: Softsign, SoftsignGrad.
//!
//! ```text
//! Softsign      y = x / (1 + |x|)
//! SoftsignGrad  dx = dy / (1 + |x|)^2
//! ```

use regatta_graph::Node;
use regatta_status::Result;

use super::activation::{elementwise, for_floats, gradient};
use crate::{
    Build, Kernel,
    math::number::{Float, Number, Real},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("Softsign", softsign), ("SoftsignGrad", softsign_grad)];

fn softsign(node: &Node) -> Result<Kernel> {
    for_floats!(node, T => elementwise::<T>(|x| T::narrow(x.wide() / one_and_magnitude(x.wide()))))
}

fn softsign_grad(node: &Node) -> Result<Kernel> {
    for_floats!(node, T => gradient::<T>(node, |gradient, feature| {
        let size = one_and_magnitude(feature.wide());
        T::narrow(gradient.wide() / (size * size))
    }))
}

#[inline(always)]
fn one_and_magnitude<T: Float>(x: T) -> T {
    T::ONE + if x < <T as Number>::ZERO { -x } else { x }
}
