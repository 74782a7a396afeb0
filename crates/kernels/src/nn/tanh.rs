//! The hyperbolic tangent, and the gradient: Tanh, TanhGrad.
//!
//! ```text
//! Tanh      y = tanh x
//! TanhGrad  dx = dy (1 - y^2)
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

pub(super) const KERNELS: &[(&str, Build)] = &[("Tanh", tanh), ("TanhGrad", tanh_grad)];

fn tanh(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(elementwise::<T>(|x| T::narrow(Float::tanh(x.wide())))),
        else dispatch!(
            input_type(node),
            [Complex<f32>, Complex<f64>],
            T => Ok(elementwise::<T>(|x| x.tanh())),
            else Err(unsupported(node))
        )
    )
}

fn tanh_grad(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(gradient_of_output::<T>(|y, dy| T::narrow(dy.wide() * (<T as Real>::Wide::ONE - y.wide() * y.wide())))),
        else dispatch!(
            input_type(node),
            [Complex<f32>, Complex<f64>],
            T => Ok(gradient_of_output::<T>(|y, dy| dy * (T::ONE - y * y))),
            else Err(unsupported(node))
        )
    )
}
