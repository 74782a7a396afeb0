//! Numbers below zero and above six cut off, and the gradient: Relu6, Relu6Grad.
//!
//! ```text
//! Relu6      y = min(max(x, 0), 6)
//! Relu6Grad  dx = dy (0 < x < 6)
//! ```

use regatta_graph::Node;
use regatta_status::Result;

use super::activation::{elementwise, for_real_numbers, gradient};
use crate::{
    Build, Kernel,
    math::number::{Number, Ordered},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("Relu6", relu6), ("Relu6Grad", relu6_grad)];

fn relu6(node: &Node) -> Result<Kernel> {
    for_real_numbers!(node, T => {
        let six = six::<T>();
        elementwise::<T>(move |x| clipped(x, six))
    })
}

/// Written so that NaN stays.
#[inline(always)]
fn clipped<T: Number + Ordered>(x: T, six: T) -> T {
    let x = if x <= T::ZERO { T::ZERO } else { x };
    if x > six { six } else { x }
}

fn relu6_grad(node: &Node) -> Result<Kernel> {
    for_real_numbers!(node, T => {
        let six = six::<T>();
        gradient::<T>(node, move |gradient, feature| {
            // A product and not a choice: NaN and infinity times zero are NaN, as in TensorFlow.
            gradient.mul(if feature > T::ZERO && feature < six { T::ONE } else { T::ZERO })
        })
    })
}

fn six<T: Number + Ordered>() -> T {
    (0..6).fold(T::ZERO, |sum, _| sum.add(T::ONE))
}
