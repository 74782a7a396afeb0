//! Ops of two inputs, element by element.
//!
//! Add, AddV2, Sub, Mul, RealDiv, Maximum, Minimum, Pow, FloorMod, SquaredDifference, Equal, NotEqual, Less, LessEqual,
//! Greater, GreaterEqual, LogicalAnd, LogicalOr
//!
//! ```text
//! shape     x, y -> broadcast(x, y)
//! ```

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Complex, DType, Element, Tensor, bf16, f16};

use super::{
    broadcast::Broadcast,
    number::{Field, Float, Integer, Number, Ordered, Real},
    output::{compute, input_type},
};
use crate::{Kernel, dispatch::dispatch, unsupported};

/// Builds the kernel for every type that has arithmetic.
macro_rules! arithmetic {
    ($node:expr, $T:ident => $f:expr) => {
        dispatch!(
            input_type($node),
            [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
            $T => Ok(elementwise::<$T>($f)),
            else Err(unsupported($node))
        )
    };
}

/// Builds the kernel for every type that has an order.
macro_rules! comparison {
    ($node:expr, $f:expr) => {
        dispatch!(
            input_type($node),
            [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
            T => Ok(compute(|[x, y]| compared::<T>(&x, &y, $f))),
            else Err(unsupported($node))
        )
    };
}

/// `z = x + y`; strings are joined.
pub(crate) fn add(node: &Node) -> Result<Kernel> {
    if input_type(node) == DType::String {
        return Ok(compute(|[x, y]| join_strings(&x, &y)));
    }
    arithmetic!(node, T => T::add)
}

/// `z = x - y`.
pub(crate) fn sub(node: &Node) -> Result<Kernel> {
    arithmetic!(node, T => T::sub)
}

/// `z = x * y`.
pub(crate) fn mul(node: &Node) -> Result<Kernel> {
    arithmetic!(node, T => T::mul)
}

/// `z = (x - y)^2`, with the conjugate for complex numbers.
pub(crate) fn squared_difference(node: &Node) -> Result<Kernel> {
    arithmetic!(node, T => T::squared_difference)
}

/// `z = x / y` of numbers that can be divided; by zero it is an infinity or NaN.
pub(crate) fn real_div(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16, Complex<f32>, Complex<f64>],
        T => Ok(elementwise::<T>(T::div)),
        else Err(unsupported(node))
    )
}

/// The larger one; NaN if either is.
pub(crate) fn maximum(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => Ok(elementwise::<T>(T::larger)),
        else Err(unsupported(node))
    )
}

/// The smaller one; NaN if either is.
pub(crate) fn minimum(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, f16, bf16, i8, i16, u8, u16, u32, u64],
        T => Ok(elementwise::<T>(T::smaller)),
        else Err(unsupported(node))
    )
}

/// `z = x^y`. Whole numbers wrap around, and refuse a negative exponent.
pub(crate) fn pow(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(elementwise::<T>(|x, y| T::narrow(x.wide().powf(y.wide())))),
        else dispatch!(
            input_type(node),
            [i32, i64, i8, i16],
            T => Ok(checked::<T>(|y| y < 0, "Integers to negative integer powers are not allowed", T::power)),
            else dispatch!(
                input_type(node),
                [Complex<f32>, Complex<f64>],
                T => Ok(elementwise::<T>(|x, y| x.powc(y))),
                else Err(unsupported(node))
            )
        )
    )
}

/// `z = x - floor(x / y) y`, which has the sign of `y`.
pub(crate) fn floor_mod(node: &Node) -> Result<Kernel> {
    dispatch!(
        input_type(node),
        [f32, f64, f16, bf16],
        T => Ok(elementwise::<T>(|x, y| T::narrow(x.wide().modulo(y.wide())))),
        else dispatch!(
            input_type(node),
            [i32, i64, i8, i16, u8, u16, u32, u64],
            T => Ok(checked::<T>(|y| y == 0, "Integer division by zero", T::floor_mod)),
            else Err(unsupported(node))
        )
    )
}

/// Whether both are the same.
pub(crate) fn equal(node: &Node) -> Result<Kernel> {
    equality(node, true)
}

/// Whether they differ; NaN differs from itself.
pub(crate) fn not_equal(node: &Node) -> Result<Kernel> {
    equality(node, false)
}

/// Whether `x == y` is as `wanted`. Shapes that do not fit are an error, or (if the node says so) make the two unequal as a whole.
fn equality(node: &Node, wanted: bool) -> Result<Kernel> {
    let refuses = node.attrs.bool("incompatible_shape_error")?;
    let guard = move |x: &Tensor, y: &Tensor| !refuses && Broadcast::new(x.shape(), y.shape()).is_err();
    if input_type(node) == DType::String {
        return Ok(compute(move |[x, y]| {
            if guard(&x, &y) {
                return Ok(Tensor::scalar(!wanted));
            }
            let plan = Broadcast::new(x.shape(), y.shape())?;
            let equal = plan.map(x.as_strings()?, y.as_strings()?, plan.room()?, |x, y| (x == y) == wanted);
            Tensor::new(plan.shape, equal)
        }));
    }
    dispatch!(
        input_type(node),
        [f32, f64, i32, i64, bool, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        T => Ok(compute(move |[x, y]| {
            if guard(&x, &y) {
                return Ok(Tensor::scalar(!wanted));
            }
            compared::<T>(&x, &y, |x, y| (x == y) == wanted)
        })),
        else Err(unsupported(node))
    )
}

/// `x < y`.
pub(crate) fn less(node: &Node) -> Result<Kernel> {
    comparison!(node, |x, y| x < y)
}

/// `x <= y`.
pub(crate) fn less_equal(node: &Node) -> Result<Kernel> {
    comparison!(node, |x, y| x <= y)
}

/// `x > y`.
pub(crate) fn greater(node: &Node) -> Result<Kernel> {
    comparison!(node, |x, y| x > y)
}

/// `x >= y`.
pub(crate) fn greater_equal(node: &Node) -> Result<Kernel> {
    comparison!(node, |x, y| x >= y)
}

/// `x and y`.
pub(crate) fn logical_and(_: &Node) -> Result<Kernel> {
    Ok(elementwise::<bool>(|x, y| x && y))
}

/// `x or y`.
pub(crate) fn logical_or(_: &Node) -> Result<Kernel> {
    Ok(elementwise::<bool>(|x, y| x || y))
}

fn elementwise<T: Element>(f: impl Fn(T, T) -> T + Copy + Send + Sync + 'static) -> Kernel {
    compute(move |[x, y]| combine(x, y, f))
}

/// `f` of every pair, written over an input that nobody else holds if it has the output's shape.
pub(crate) fn combine<T: Element>(mut x: Tensor, mut y: Tensor, f: impl Fn(T, T) -> T) -> Result<Tensor> {
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
    let out = plan.map(x.values::<T>()?, y.values::<T>()?, plan.room()?, |x, y| f(*x, *y));
    Tensor::new(plan.shape, out)
}

fn compared<T: Element>(x: &Tensor, y: &Tensor, f: impl Fn(&T, &T) -> bool) -> Result<Tensor> {
    let plan = Broadcast::new(x.shape(), y.shape())?;
    let out = plan.map(x.values::<T>()?, y.values::<T>()?, plan.room()?, f);
    Tensor::new(plan.shape, out)
}

/// An op that refuses some values of `y`; with nothing to compute, nothing is refused.
fn checked<T: Integer>(refused: fn(T) -> bool, message: &'static str, f: fn(T, T) -> T) -> Kernel {
    compute(move |[x, y]| {
        if y.values::<T>()?.iter().any(|y| refused(*y))
            && Broadcast::new(x.shape(), y.shape())?.shape.num_elements() > 0
        {
            return Err(invalid_argument(message));
        }
        combine(x, y, f)
    })
}

fn join_strings(x: &Tensor, y: &Tensor) -> Result<Tensor> {
    let plan = Broadcast::new(x.shape(), y.shape())?;
    let joined = plan.map(x.as_strings()?, y.as_strings()?, Vec::new(), |x, y| [x.as_slice(), y.as_slice()].concat());
    Tensor::strings(plan.shape, joined)
}
