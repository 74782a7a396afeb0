//! What activations are made of: a function of every element, and a gradient from pairs of elements.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Element, Tensor};

use crate::{
    Kernel,
    array::elements::room_for,
    math::{
        number::Float,
        output::{compute, take},
        vector::widest,
    },
};

/// A kernel of `f` of every element, written over the input if nobody else holds it.
pub(super) fn elementwise<T: Element>(f: impl Fn(T) -> T + Copy + Send + Sync + 'static) -> Kernel {
    compute(move |[x]| map(x, f))
}

fn map<T: Element>(mut x: Tensor, f: impl Fn(T) -> T) -> Result<Tensor> {
    if let Some(values) = x.unique_mut::<T>()? {
        widest(
            #[inline(always)]
            || values.iter_mut().for_each(|x| *x = f(*x)),
        );
        return Ok(x);
    }
    let values = x.values::<T>()?;
    let mut out = room_for(values.len())?;
    widest(
        #[inline(always)]
        || out.extend(values.iter().map(|x| f(*x))),
    );
    Tensor::new(x.shape().clone(), out)
}

/// A kernel of `f(gradient, feature)` of every pair, for two inputs of one shape.
pub(super) fn gradient<T: Element>(node: &Node, f: impl Fn(T, T) -> T + Copy + Send + Sync + 'static) -> Kernel {
    let (name, op) = (node.name.clone(), node.op.name);
    Kernel::Compute(Box::new(move |inputs| {
        let [gradients, features] = take(inputs)?;
        if gradients.shape() != features.shape() {
            return Err(invalid_argument(format!(
                "Inputs to operation {name} of type {op} must have the same size and shape.  Input 0: {} != input 1: {}",
                gradients.shape(),
                features.shape()
            )));
        }
        Ok(vec![pairs(gradients, features, f)?])
    }))
}

/// A kernel of `f(y, dy)` of every pair; only the number of elements need agree, and the first input gives the shape.
pub(super) fn gradient_of_output<T: Element>(f: impl Fn(T, T) -> T + Copy + Send + Sync + 'static) -> Kernel {
    compute(move |[y, dy]| {
        if y.num_elements() != dy.num_elements() {
            return Err(invalid_argument(format!(
                "The two arguments to a cwise op must have same number of elements, got {} and {}",
                y.num_elements(),
                dy.num_elements()
            )));
        }
        let dy = if y.shape() == dy.shape() { dy } else { dy.reshaped(y.shape().clone())? };
        pairs(y, dy, f)
    })
}

/// `f` of every pair, written over an input that nobody else holds.
fn pairs<T: Element>(mut x: Tensor, mut y: Tensor, f: impl Fn(T, T) -> T) -> Result<Tensor> {
    if let Some(xs) = x.unique_mut::<T>()? {
        let ys = y.values::<T>()?;
        widest(
            #[inline(always)]
            || xs.iter_mut().zip(ys).for_each(|(x, y)| *x = f(*x, *y)),
        );
        return Ok(x);
    }
    if let Some(ys) = y.unique_mut::<T>()? {
        let xs = x.values::<T>()?;
        widest(
            #[inline(always)]
            || ys.iter_mut().zip(xs).for_each(|(y, x)| *y = f(*x, *y)),
        );
        return Ok(y);
    }
    let (xs, ys) = (x.values::<T>()?, y.values::<T>()?);
    let mut out = room_for(xs.len())?;
    widest(
        #[inline(always)]
        || out.extend(xs.iter().zip(ys).map(|(x, y)| f(*x, *y))),
    );
    Tensor::new(x.shape().clone(), out)
}

/// `exp(x) - 1` without the loss of digits near zero: `tanh(x / 2) (exp(x) + 1)`.
#[inline(always)]
pub(super) fn exp_minus_one<T: Float>(x: T) -> T {
    Float::tanh(x * T::of(0.5)) * (Float::exp(x) + T::ONE)
}

/// Builds the kernel for every type of real number.
macro_rules! for_real_numbers {
    ($node:expr, $T:ident => $kernel:expr) => {
        $crate::dispatch::dispatch!(
            $crate::math::output::input_type($node),
            [f32, f64, i32, i64, regatta_tensor::f16, regatta_tensor::bf16, i8, i16, u8, u16, u32, u64],
            $T => Ok($kernel),
            else Err($crate::unsupported($node))
        )
    };
}
pub(super) use for_real_numbers;

/// Builds the kernel for every floating-point type.
macro_rules! for_floats {
    ($node:expr, $T:ident => $kernel:expr) => {
        $crate::dispatch::dispatch!(
            $crate::math::output::input_type($node),
            [f32, f64, regatta_tensor::f16, regatta_tensor::bf16],
            $T => Ok($kernel),
            else Err($crate::unsupported($node))
        )
    };
}
pub(super) use for_floats;
