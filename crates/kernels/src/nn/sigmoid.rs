//! Numbers pressed between 0 and 1, and the gradient: Sigmoid, SigmoidGrad.
//!
//! ```text
//! Sigmoid      y = 1 / (1 + exp(-x))
//! SigmoidGrad  dx = dy y (1 - y)
//! ```

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, bf16, f16};

use super::activation::{elementwise, gradient_of_output};
use crate::{
    Build, Kernel,
    dispatch::dispatch,
    math::{
        number::{Float, Number, Real},
        output::input_type,
    },
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("Sigmoid", sigmoid), ("SigmoidGrad", sigmoid_grad)];

fn sigmoid(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(elementwise::<T>(|x| T::narrow(Float::sigmoid(x.wide())))),
        else dispatch!(
            input_type(node),
            [Complex<f32>, Complex<f64>],
            T => Ok(elementwise::<T>(|x| T::ONE / (T::ONE + (-x).exp()))),
            else Err(unsupported(node))
        )
    )
}

fn sigmoid_grad(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(gradient_of_output::<T>(|y, dy| T::narrow(dy.wide() * y.wide() * (<T as Real>::Wide::ONE - y.wide())))),
        else dispatch!(
            input_type(node),
            [Complex<f32>, Complex<f64>],
            T => Ok(gradient_of_output::<T>(|y, dy| dy * y * (T::ONE - y))),
            else Err(unsupported(node))
        )
    )
}
