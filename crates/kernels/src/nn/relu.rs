//! Numbers below zero cut off, and the gradient: Relu, ReluGrad.
//!
//! ```text
//! Relu      y = max(x, 0)
//! ReluGrad  dx = dy (x > 0)
//! ```

use regatta_graph::Node;
use regatta_status::Result;

use super::activation::{elementwise, for_real_numbers, gradient};
use crate::{
    Build, Kernel,
    math::number::{Number, Ordered},
};

pub(super) const KERNELS: &[(&str, Build)] = &[("Relu", relu), ("ReluGrad", relu_grad)];

fn relu(node: &Node) -> Result<Kernel> {
    for_real_numbers!(node, T => elementwise::<T>(rectified))
}

/// Written so that NaN stays, and a negative zero does not.
#[inline(always)]
fn rectified<T: Number + Ordered>(x: T) -> T {
    if x <= T::ZERO { T::ZERO } else { x }
}

fn relu_grad(node: &Node) -> Result<Kernel> {
    for_real_numbers!(node, T => gradient::<T>(node, relu_gradient))
}

/// A product and not a choice: NaN and infinity times zero are NaN, as in TensorFlow.
#[inline(always)]
fn relu_gradient<T: Number + Ordered>(gradient: T, feature: T) -> T {
    gradient.mul(if feature > T::ZERO { T::ONE } else { T::ZERO })
}
