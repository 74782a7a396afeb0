//! Ops of two inputs, element by element: what their kernels share.
//!
//! ```text
//! shape     x, y -> broadcast(x, y)
//! ```

use regatta_graph::Node;
use regatta_status::{Result, Status, internal, invalid_argument};
use regatta_tensor::{Element, Tensor};

use super::{broadcast::Broadcast, number::Integer, output::compute, unary::is_common};
use crate::Kernel;

/// The kernel that computes `f` of every pair.
pub(crate) fn combining<T: Element>(f: impl Fn(T, T) -> T + Copy + Send + Sync + 'static) -> Kernel {
    if const { is_common(T::DTYPE) } {
        compute(move |[x, y]| combine(x, y, f))
    } else {
        compute(move |[x, y]| combine(x, y, &f as &(dyn Fn(T, T) -> T + Send + Sync)))
    }
}

/// `f` of every pair, written over an input that nobody else holds if it has the output's shape.
pub(crate) fn combine<T: Element>(mut x: Tensor, mut y: Tensor, f: impl Fn(T, T) -> T + Send + Sync) -> Result<Tensor> {
    let plan = Broadcast::new(x.shape(), y.shape())?;
    if *x.shape() == plan.shape {
        let ys = y.values::<T>()?;
        if let Some(xs) = x.unique_mut::<T>()? {
            plan.map_into_x(xs, ys, f);
            return Ok(x);
        }
    }
    if *y.shape() == plan.shape {
        let xs = x.values::<T>()?;
        if let Some(ys) = y.unique_mut::<T>()? {
            plan.map_into_y(xs, ys, f);
            return Ok(y);
        }
    }
    let out = plan.map_fresh(x.values::<T>()?, y.values::<T>()?, f)?;
    Tensor::new(plan.shape, out)
}

/// The kernel that compares every pair.
pub(crate) fn comparing<T: Element>(f: impl Fn(T, T) -> bool + Copy + Send + Sync + 'static) -> Kernel {
    if const { is_common(T::DTYPE) } {
        compute(move |[x, y]| compared::<T>(&x, &y, f))
    } else {
        compute(move |[x, y]| compared::<T>(&x, &y, &f as &(dyn Fn(T, T) -> bool + Send + Sync)))
    }
}

/// `f` of every pair, as truths.
pub(crate) fn compared<T: Element>(x: &Tensor, y: &Tensor, f: impl Fn(T, T) -> bool + Send + Sync) -> Result<Tensor> {
    let plan = Broadcast::new(x.shape(), y.shape())?;
    let out = plan.map_fresh(x.values::<T>()?, y.values::<T>()?, f)?;
    Tensor::new(plan.shape, out)
}

/// An op that refuses some values of `y`; with nothing to compute, nothing is refused.
pub(crate) fn checked<T: Integer>(refused: fn(T) -> bool, error: fn() -> Status, f: fn(T, T) -> T) -> Kernel {
    compute(move |[x, y]| {
        if y.values::<T>()?.iter().any(|y| refused(*y))
            && Broadcast::new(x.shape(), y.shape())?.shape.num_elements() > 0
        {
            return Err(error());
        }
        combine(x, y, f)
    })
}

/// As `checked`, for a division of whole numbers.
pub(crate) fn dividing<T: Integer>(node: &Node, f: fn(T, T) -> T) -> Kernel {
    let error: fn() -> Status = match node.op.name {
        // TensorFlow forgot to say better here.
        "TruncateDiv" | "TruncateMod" => {
            || internal("Unexpected error in binary operator (only integer div and mod should have errors)")
        }
        _ => || invalid_argument("Integer division by zero"),
    };
    checked(|y| y == T::ZERO, error, f)
}

/// Refuses inputs of different shapes.
pub(crate) fn same_shapes(node: &str, op: &str, x: &Tensor, y: &Tensor) -> Result<()> {
    if x.shape() == y.shape() {
        return Ok(());
    }
    Err(invalid_argument(format!(
        "Inputs to operation {node} of type {op} must have the same size and shape.  Input 0: {} != input 1: {}",
        x.shape(),
        y.shape()
    )))
}

/// `pairwise!(node, [types], T => f)`: the kernel for one of these types.
macro_rules! pairwise {
    ($node:expr, [$($types:ty),* $(,)?], $T:ident => $f:expr) => {
        $crate::math::binary::pairwise!($node, [$($types),*], $T => $f, else Err($crate::unsupported($node)))
    };
    ($node:expr, [$($types:ty),* $(,)?], $T:ident => $f:expr, else $other:expr) => {
        $crate::dispatch::dispatch!(
            $crate::math::output::input_type($node),
            [$($types),*],
            $T => Ok($crate::math::binary::combining::<$T>($f)),
            else $other
        )
    };
}

/// `real_pairwise!(node, [types], (x, y) => value)`: for floating-point types, which compute in their wide form; for other
/// types what `else` says.
macro_rules! real_pairwise {
    ($node:expr, [$($types:ty),* $(,)?], ($x:ident, $y:ident) => $value:expr) => {
        $crate::math::binary::real_pairwise!($node, [$($types),*], ($x, $y) => $value, else Err($crate::unsupported($node)))
    };
    ($node:expr, [$($types:ty),* $(,)?], ($x:ident, $y:ident) => $value:expr, else $other:expr) => {
        $crate::math::binary::pairwise!($node, [$($types),*], T => #[inline(always)] |x: T, y: T| {
            use $crate::math::number::Real;
            let ($x, $y) = (x.wide(), y.wide());
            T::narrow($value)
        }, else $other)
    };
}

/// `whole_division!(node, [types], f)`: the kernel of a division of whole numbers, which refuses zero.
macro_rules! whole_division {
    ($node:expr, [$($types:ty),* $(,)?], $T:ident => $f:expr) => {
        $crate::dispatch::dispatch!(
            $crate::math::output::input_type($node),
            [$($types),*],
            $T => Ok($crate::math::binary::dividing::<$T>($node, $f)),
            else Err($crate::unsupported($node))
        )
    };
}

/// `comparison!(node, (x, y) => truth)`: the kernel for every type that has an order.
macro_rules! comparison {
    ($node:expr, ($x:ident, $y:ident) => $truth:expr) => {
        $crate::dispatch::dispatch!(
            $crate::math::output::input_type($node),
            [f32, f64, i32, i64, regatta_tensor::f16, regatta_tensor::bf16, i8, i16, u8, u16, u32, u64],
            T => Ok($crate::math::binary::comparing::<T>(|$x, $y| $truth)),
            else Err($crate::unsupported($node))
        )
    };
}

/// `gradient!(node, (y, dy) => value, complex value)`: the kernel of a unary op's gradient, from what the op gave and the
/// gradient of that, which have one shape.
macro_rules! gradient {
    ($node:expr, ($y:ident, $dy:ident) => $real:expr, $complex:expr) => {{
        let (name, op) = ($node.name.clone(), $node.op.name);
        let with = move |f: $crate::Kernel| match f {
            $crate::Kernel::Compute(f) => Ok($crate::Kernel::Compute(Box::new(move |inputs| {
                if let [y, dy] = inputs.as_slice() {
                    $crate::math::binary::same_shapes(&name, op, y, dy)?;
                }
                f(inputs)
            }))),
            update => Ok(update),
        };
        $crate::math::binary::real_pairwise!(
            $node,
            [f32, f64, regatta_tensor::f16, regatta_tensor::bf16],
            ($y, $dy) => $real,
            else $crate::math::binary::pairwise!(
                $node,
                [regatta_tensor::Complex<f32>, regatta_tensor::Complex<f64>],
                T => |$y: T, $dy: T| -> T { $complex }
            )
        )
        .and_then(with)
    }};
}

pub(crate) use {comparison, gradient, pairwise, real_pairwise, whole_division};
