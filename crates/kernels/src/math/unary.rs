//! Ops of one input, element by element.
//!
//! Neg, Log, Reciprocal, Square, Sqrt, Rsqrt, Floor, LogicalNot
//!
//! ```text
//! shape     x -> x
//! ```

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{Complex, Element, Tensor, bf16, f16};

use super::{
    number::{Field, Float, Number, Real},
    output::{compute, input_type},
};
use crate::{Kernel, dispatch::dispatch, unsupported};

/// `f` of every element, written over the input if nobody else holds it.
pub(crate) fn map<T: Element>(mut x: Tensor, f: impl Fn(T) -> T) -> Result<Tensor> {
    if let Some(values) = x.unique_mut::<T>()? {
        values.iter_mut().for_each(|value| *value = f(*value));
        return Ok(x);
    }
    let out = x.values::<T>()?.iter().map(|value| f(*value)).collect();
    Tensor::new(x.shape().clone(), out)
}

fn elementwise<T: Element>(f: impl Fn(T) -> T + Copy + Send + Sync + 'static) -> Kernel {
    compute(move |[x]| map(x, f))
}

/// Builds the kernel for every floating-point type, which computes in its wide form, and for complex numbers.
macro_rules! analytic {
    ($node:expr, $x:ident => $real:expr, $complex:expr) => {
        dispatch!(
            input_type($node),
            [f32, f64, f16, bf16],
            T => Ok(elementwise::<T>(|x| { let $x = x.wide(); T::narrow($real) })),
            else dispatch!(
                input_type($node),
                [Complex<f32>, Complex<f64>],
                T => Ok(elementwise::<T>(|$x: T| $complex)),
                else Err(unsupported($node))
            )
        )
    };
}

/// `y = -x`.
pub(crate) fn neg(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, Complex<f32>, Complex<f64>],
        T => Ok(elementwise::<T>(<T as Number>::neg)),
        else Err(unsupported(node))
    )
}

/// `y = x^2`.
pub(crate) fn square(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(elementwise::<T>(|x| Number::mul(x, x))),
        else Err(unsupported(node))
    )
}

/// `y = 1 / x`.
pub(crate) fn reciprocal(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => Ok(elementwise::<T>(|x| Field::div(T::ONE, x))),
        else Err(unsupported(node))
    )
}

/// `y = ln x`.
pub(crate) fn log(node: &Node) -> Result<Kernel> {
    analytic!(node, x => Float::ln(x), x.ln())
}

/// `y = x^(1/2)`.
pub(crate) fn sqrt(node: &Node) -> Result<Kernel> {
    analytic!(node, x => Float::sqrt(x), x.sqrt())
}

/// `y = x^(-1/2)`.
pub(crate) fn rsqrt(node: &Node) -> Result<Kernel> {
    analytic!(node, x => Field::div(Number::ONE, Float::sqrt(x)), Field::div(T::ONE, x.sqrt()))
}

/// The largest whole number that is not larger.
pub(crate) fn floor(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(elementwise::<T>(|x| T::narrow(Float::floor(x.wide())))),
        else Err(unsupported(node))
    )
}

/// `y = not x`.
pub(crate) fn logical_not(_: &Node) -> Result<Kernel> {
    Ok(elementwise::<bool>(|x| !x))
}
