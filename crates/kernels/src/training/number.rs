//! What optimizers compute with: the elements of variables, and the numbers they become meanwhile.

use std::ops::{Add, Div, Mul, Neg, Sub};

use regatta_tensor::{Complex, Element, bf16, f16};

use crate::math::number::Float;

/// An element of a variable that an optimizer changes. Half-width floats compute in `f32`.
pub(super) trait Cell: Element {
    type Wide: Arithmetic;
    fn wide(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
    /// A whole number, such as a count of steps.
    fn whole(count: i64) -> Self::Wide;
}

/// Numbers, real or complex.
pub(super) trait Arithmetic:
    Copy
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    fn sqrt(self) -> Self;
}

macro_rules! cells {
    ($($ty:ty as $wide:ty, |$x:ident| $to:expr, $from:expr, |$n:ident| $whole:expr;)*) => {$(
        impl Cell for $ty {
            type Wide = $wide;
            #[inline(always)]
            fn wide(self) -> $wide {
                let $x = self;
                $to
            }
            #[inline(always)]
            fn narrow(wide: $wide) -> $ty {
                $from(wide)
            }
            fn whole($n: i64) -> $wide {
                $whole
            }
        }
    )*};
}

cells! {
    f32 as f32, |x| x, std::convert::identity, |n| n as f32;
    f64 as f64, |x| x, std::convert::identity, |n| n as f64;
    f16 as f32, |x| x.to_f32(), f16::from_f32, |n| n as f32;
    bf16 as f32, |x| x.to_f32(), bf16::from_f32, |n| n as f32;
    Complex<f32> as Complex<f32>, |x| x, std::convert::identity, |n| Complex::new(n as f32, 0.0);
    Complex<f64> as Complex<f64>, |x| x, std::convert::identity, |n| Complex::new(n as f64, 0.0);
}

macro_rules! arithmetic {
    ($($ty:ty, $zero:expr, $one:expr;)*) => {$(
        impl Arithmetic for $ty {
            const ZERO: $ty = $zero;
            const ONE: $ty = $one;
            #[inline(always)]
            fn sqrt(self) -> $ty {
                <$ty>::sqrt(self)
            }
        }
    )*};
}

arithmetic! {
    f32, 0.0, 1.0;
    f64, 0.0, 1.0;
    Complex<f32>, Complex::new(0.0, 0.0), Complex::new(1.0, 0.0);
    Complex<f64>, Complex::new(0.0, 0.0), Complex::new(1.0, 0.0);
}

/// 1 with the sign of a number; 0 and NaN stay what they are.
#[inline(always)]
pub(super) fn sign<W: Float>(x: W) -> W {
    if x > W::ZERO {
        W::ONE
    } else if x < W::ZERO {
        -W::ONE
    } else {
        x
    }
}

/// How far a number is from zero.
#[inline(always)]
pub(super) fn abs<W: Float>(x: W) -> W {
    if x < W::ZERO { -x } else { x }
}

/// A number moved towards zero by an amount, and at most up to it.
#[inline(always)]
pub(super) fn shrink<W: Float>(x: W, amount: W) -> W {
    sign(x) * (abs(x) - amount).larger(W::ZERO)
}

/// A power, through `f64`.
pub(super) fn pow<W: Float>(x: W, exponent: W) -> W {
    W::of(x.to_f64().powf(exponent.to_f64()))
}

/// The larger of two numbers; the first, if there is no telling.
#[inline(always)]
pub(super) fn max<W: Float>(x: W, y: W) -> W {
    if x < y { y } else { x }
}
