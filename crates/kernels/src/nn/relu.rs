//! Numbers below zero cut off, and the gradient: Relu, ReluGrad.
//!
//! ```text
//! Relu      y = max(x, 0)
//! ReluGrad  dx = dy (x > 0)
//! ```

use std::hint::select_unpredictable;

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

/// NaN stays, and a negative zero, to which zero is added, does not. (A choice alone, written over `x`, becomes a store under
/// a mask, which takes several times as long.)
#[inline(always)]
pub(super) fn rectified<T: Number + Ordered>(x: T) -> T {
    (if T::ZERO > x { T::ZERO } else { x }).add(T::ZERO)
}

fn relu_grad(node: &Node) -> Result<Kernel> {
    for_real_numbers!(node, T => gradient::<T>(node, relu_gradient))
}

/// A product and not a choice: NaN and infinity times zero are NaN, as in TensorFlow.
#[inline(always)]
pub(super) fn relu_gradient<T: Number + Ordered>(gradient: T, feature: T) -> T {
    gradient.mul(select_unpredictable(feature > T::ZERO, T::ONE, T::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_stays_and_a_negative_zero_does_not() {
        assert!(rectified(f32::NAN).is_nan());
        assert!(rectified(-0.0f32).is_sign_positive() && rectified(-3.0f32) == 0.0);
        assert_eq!((rectified(2.5f32), rectified(f32::INFINITY), rectified(-7i8)), (2.5, f32::INFINITY, 0));
        assert!(relu_gradient(f32::NAN, -1.0).is_nan() && relu_gradient(f32::INFINITY, 0.0).is_nan());
        assert_eq!((relu_gradient(3.0f32, 0.5), relu_gradient(3.0f32, -0.5)), (3.0, 0.0));
    }
}
