//! Activations and their gradients, element by element: Relu, Sigmoid, Tanh.
//!
//! ```text
//! Relu      y = max(x, 0)             ReluGrad     dx = dy (x > 0)
//! Sigmoid   y = 1 / (1 + exp(-x))     SigmoidGrad  dx = dy y (1 - y)
//! Tanh      y = tanh x                TanhGrad     dx = dy (1 - y^2)
//!
//! shape     x -> x
//! ```

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, Element, Tensor, bf16, f16};

use crate::{
    Kernel,
    dispatch::dispatch,
    math::{
        binary::combine,
        number::{Float, Number, Ordered, Real},
        output::{compute, input_type},
        unary::map,
    },
    unsupported,
};

pub(crate) fn relu(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => Ok(compute(|[x]| map::<T>(x, rectified))),
        else Err(unsupported(node))
    )
}

/// Written so that NaN stays, and a negative zero does not.
#[inline(always)]
fn rectified<T: Number + Ordered>(x: T) -> T {
    if x <= T::ZERO { T::ZERO } else { x }
}

pub(crate) fn relu_grad(node: &Node) -> Result<Kernel> {
    let name = node.name.clone();
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => Ok(compute(move |[gradients, features]| {
            if gradients.shape() != features.shape() {
                return Err(invalid_argument(format!(
                    "Inputs to operation {name} of type ReluGrad must have the same size and shape.  Input 0: {} != input 1: {}",
                    gradients.shape(),
                    features.shape()
                )));
            }
            combine::<T>(gradients, features, relu_gradient)
        })),
        else Err(unsupported(node))
    )
}

/// A product and not a choice: NaN and infinity times zero are NaN, as in TensorFlow.
#[inline(always)]
fn relu_gradient<T: Number + Ordered>(gradient: T, feature: T) -> T {
    gradient.mul(if feature > T::ZERO { T::ONE } else { T::ZERO })
}

pub(crate) fn sigmoid(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(compute(|[x]| map::<T>(x, |x| T::narrow(Float::sigmoid(x.wide()))))),
        else dispatch!(
            input_type(node),
            [Complex<f32>, Complex<f64>],
            T => Ok(compute(|[x]| map::<T>(x, |x| T::ONE / (T::ONE + (-x).exp())))),
            else Err(unsupported(node))
        )
    )
}

pub(crate) fn tanh(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(compute(|[x]| map::<T>(x, |x| T::narrow(Float::tanh(x.wide()))))),
        else dispatch!(
            input_type(node),
            [Complex<f32>, Complex<f64>],
            T => Ok(compute(|[x]| map::<T>(x, |x| x.tanh()))),
            else Err(unsupported(node))
        )
    )
}

pub(crate) fn sigmoid_grad(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(compute(|[y, dy]| {
            gradient::<T>(y, dy, |y, dy| T::narrow(dy.wide() * y.wide() * (1.0 - y.wide())))
        })),
        else Err(unsupported(node))
    )
}

pub(crate) fn tanh_grad(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(compute(|[y, dy]| {
            gradient::<T>(y, dy, |y, dy| T::narrow(dy.wide() * (1.0 - y.wide() * y.wide())))
        })),
        else Err(unsupported(node))
    )
}

/// `f` of every pair; only the number of elements need agree, and the first input gives the shape.
fn gradient<T: Element>(y: Tensor, dy: Tensor, f: impl Fn(T, T) -> T + Send + Sync) -> Result<Tensor> {
    if y.num_elements() != dy.num_elements() {
        return Err(invalid_argument(format!(
            "The two arguments to a cwise op must have same number of elements, got {} and {}",
            y.num_elements(),
            dy.num_elements()
        )));
    }
    let dy = if y.shape() == dy.shape() { dy } else { dy.reshaped(y.shape().clone())? };
    combine(y, dy, f)
}
