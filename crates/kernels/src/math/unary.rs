//! Ops of one input, element by element: what their kernels share.
//!
//! ```text
//! shape     x -> x
//! ```
//!
//! The loops of the common types are compiled for each op, those of floats also for each width of vectors; rarer types
//! share one loop that calls the op's function, or the library would be several times as large.

use std::mem::MaybeUninit;

use regatta_status::Result;
use regatta_tensor::{DType, Element, Tensor};

use super::{
    output::{compute, in_pieces, written},
    vector::widest_for,
};
use crate::Kernel;

/// Whether a type is common enough to get loops of its own.
pub(crate) const fn is_common(dtype: DType) -> bool {
    matches!(dtype, DType::Float | DType::Double | DType::Int32 | DType::Int64 | DType::Bool)
}

/// `f` of every element, written over the input if nobody else holds it.
pub(crate) fn map<T: Element>(mut x: Tensor, f: impl Fn(T) -> T + Send + Sync) -> Result<Tensor> {
    if let Some(values) = x.unique_mut::<T>()? {
        in_pieces(values, 1, &|_, piece| {
            widest_for::<T, _>(
                #[inline(always)]
                || piece.iter_mut().for_each(|value| *value = f(*value)),
            );
        });
        return Ok(x);
    }
    convert(&x, f)
}

/// `f` of every element, which may be of another type.
pub(crate) fn convert<T: Element, U: Element>(x: &Tensor, f: impl Fn(T) -> U + Send + Sync) -> Result<Tensor> {
    let values = x.values::<T>()?;
    let write = |out: &mut [MaybeUninit<U>]| {
        in_pieces(out, 1, &|start, piece| {
            let values = &values[start..start + piece.len()];
            widest_for::<T, _>(
                #[inline(always)]
                || {
                    for (out, value) in piece.iter_mut().zip(values) {
                        out.write(f(*value));
                    }
                },
            );
        });
    };
    // SAFETY: every element of every piece is written, and the pieces are all there is.
    let out = unsafe { written(x.shape(), write)? };
    Tensor::new(x.shape().clone(), out)
}

/// The kernel that computes `f` of every element.
pub(crate) fn mapping<T: Element>(f: impl Fn(T) -> T + Copy + Send + Sync + 'static) -> Kernel {
    if const { is_common(T::DTYPE) } {
        compute(move |[x]| map(x, f))
    } else {
        compute(move |[x]| map(x, &f as &(dyn Fn(T) -> T + Send + Sync)))
    }
}

/// The kernel that computes `f` of every element, which is of another type.
pub(crate) fn converting<T: Element, U: Element>(f: impl Fn(T) -> U + Copy + Send + Sync + 'static) -> Kernel {
    if const { is_common(T::DTYPE) } {
        compute(move |[x]| convert(&x, f))
    } else {
        compute(move |[x]| convert(&x, &f as &(dyn Fn(T) -> U + Send + Sync)))
    }
}

/// `elementwise!(node, [types], T => f)`: the kernel for one of these types.
macro_rules! elementwise {
    ($node:expr, [$($types:ty),* $(,)?], $T:ident => $f:expr) => {
        $crate::dispatch::dispatch!(
            $crate::math::output::input_type($node),
            [$($types),*],
            $T => Ok($crate::math::unary::mapping::<$T>($f)),
            else Err($crate::unsupported($node))
        )
    };
}

/// `real!(node, [types], x => value)`: the kernel for floating-point types, which computes in their wide form.
macro_rules! real {
    ($node:expr, [$($types:ty),* $(,)?], $x:ident => $value:expr) => {
        $crate::math::unary::elementwise!($node, [$($types),*], T => #[inline(always)] |x: T| {
            use $crate::math::number::Real;
            let $x = x.wide();
            T::narrow($value)
        })
    };
}

/// `analytic!(node, x => value, complex value)`: the kernel for every floating-point type, and for complex numbers.
macro_rules! analytic {
    ($node:expr, $x:ident => $real:expr, $complex:expr) => {
        match $crate::math::output::input_type($node) {
            regatta_tensor::DType::Complex64 | regatta_tensor::DType::Complex128 => {
                $crate::math::unary::elementwise!(
                    $node,
                    [regatta_tensor::Complex<f32>, regatta_tensor::Complex<f64>],
                    T => |$x: T| -> T { $complex }
                )
            }
            _ => $crate::math::unary::real!($node, [f32, f64, regatta_tensor::f16, regatta_tensor::bf16], $x => $real),
        }
    };
}

/// `test!(node, x => truth)`: the kernel that asks something of every floating-point number.
macro_rules! test {
    ($node:expr, $x:ident => $truth:expr) => {
        $crate::dispatch::dispatch!(
            $crate::math::output::input_type($node),
            [f32, f64, regatta_tensor::f16, regatta_tensor::bf16],
            T => Ok($crate::math::unary::converting::<T, bool>(|$x| $truth)),
            else Err($crate::unsupported($node))
        )
    };
}

pub(crate) use {analytic, elementwise, real, test};
