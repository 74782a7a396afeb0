//! What elements can do: whole numbers wrap around, half-width floats compute in `f32`, and NaN wins over every number.

use std::ops::{Add, Div, Mul, Neg, Sub};

use regatta_tensor::{Complex, Element, bf16, f16};

use super::vector::{erf_f32, erfc_f32, exp_f32, log_f32, sigmoid_f32, tanh_f32};

/// Elements with arithmetic.
pub(crate) trait Number: Element {
    const ZERO: Self;
    const ONE: Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn neg(self) -> Self {
        Self::ZERO.sub(self)
    }
    /// `(self - other)^2`, conjugated once for complex numbers.
    fn squared_difference(self, other: Self) -> Self {
        let difference = self.sub(other);
        difference.mul(difference)
    }
}

/// Elements with an order.
pub(crate) trait Ordered: Element + PartialOrd {
    const LOWEST: Self;
    const HIGHEST: Self;
    fn larger(self, other: Self) -> Self;
    fn smaller(self, other: Self) -> Self;
}

/// Whole numbers.
pub(crate) trait Integer: Number + Ordered {
    /// The quotient towards zero; the divisor is not zero. The lowest number by -1 wraps around.
    fn truncate_div(self, divisor: Self) -> Self;
    /// The quotient towards minus infinity; the divisor is not zero.
    fn floor_div(self, divisor: Self) -> Self;
    /// The remainder that has the dividend's sign; the divisor is not zero.
    fn truncate_mod(self, divisor: Self) -> Self;
    /// The remainder that has the divisor's sign; the divisor is not zero.
    fn floor_mod(self, divisor: Self) -> Self;
    /// The power, wrapped around; the exponent is not negative.
    fn power(self, exponent: Self) -> Self;
}

/// Elements with a division.
pub(crate) trait Field: Number {
    fn div(self, other: Self) -> Self;
}

/// Floating-point elements, which compute as a type that the machine has.
pub(crate) trait Real: Field + Ordered {
    type Wide: Float;
    fn wide(self) -> Self::Wide;
    fn narrow(wide: Self::Wide) -> Self;
}

/// The floating-point types that the machine has.
pub(crate) trait Float:
    Real<Wide = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
{
    fn of(value: f64) -> Self;
    fn to_f64(self) -> f64;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn sqrt(self) -> Self;
    fn tanh(self) -> Self;
    fn erf(self) -> Self;
    fn erfc(self) -> Self;
    fn modulo(self, divisor: Self) -> Self;
    /// `1 / (1 + exp(-x))`.
    fn sigmoid(self) -> Self;
}

macro_rules! integers {
    ($($t:ident)*) => {$(
        impl Number for $t {
            const ZERO: $t = 0;
            const ONE: $t = 1;
            #[inline(always)]
            fn add(self, other: $t) -> $t { self.wrapping_add(other) }
            #[inline(always)]
            fn sub(self, other: $t) -> $t { self.wrapping_sub(other) }
            #[inline(always)]
            fn mul(self, other: $t) -> $t { self.wrapping_mul(other) }
        }
        impl Ordered for $t {
            const LOWEST: $t = $t::MIN;
            const HIGHEST: $t = $t::MAX;
            #[inline(always)]
            fn larger(self, other: $t) -> $t { Ord::max(self, other) }
            #[inline(always)]
            fn smaller(self, other: $t) -> $t { Ord::min(self, other) }
        }
        impl Integer for $t {
            #[inline(always)]
            fn truncate_div(self, divisor: $t) -> $t { self.wrapping_div(divisor) }
            #[inline(always)]
            #[allow(unused_comparisons)]
            fn floor_div(self, divisor: $t) -> $t {
                let inexact = self.wrapping_rem(divisor) != 0;
                let quotient = self.wrapping_div(divisor);
                if inexact && (self < 0) != (divisor < 0) { quotient.wrapping_sub(1) } else { quotient }
            }
            #[inline(always)]
            fn truncate_mod(self, divisor: $t) -> $t { self.wrapping_rem(divisor) }
            #[inline(always)]
            #[allow(unused_comparisons)]
            fn floor_mod(self, divisor: $t) -> $t {
                let remainder = self.wrapping_rem(divisor);
                if remainder != 0 && (remainder < 0) != (divisor < 0) { remainder.wrapping_add(divisor) } else { remainder }
            }
            fn power(self, exponent: $t) -> $t {
                let (mut result, mut base, mut left) = (1 as $t, self, exponent as u64);
                while left > 0 {
                    if left & 1 == 1 {
                        result = result.wrapping_mul(base);
                    }
                    base = base.wrapping_mul(base);
                    left >>= 1;
                }
                result
            }
        }
    )*};
}
integers!(i8 i16 i32 i64 u8 u16 u32 u64);

macro_rules! floats {
    ($($t:ident exp $exp:expr, ln $ln:expr, tanh $tanh:expr, sigmoid $sigmoid:expr, erf $erf:expr, erfc $erfc:expr;)*) => {$(
        impl Number for $t {
            const ZERO: $t = 0.0;
            const ONE: $t = 1.0;
            #[inline(always)]
            fn add(self, other: $t) -> $t { self + other }
            #[inline(always)]
            fn sub(self, other: $t) -> $t { self - other }
            #[inline(always)]
            fn mul(self, other: $t) -> $t { self * other }
            #[inline(always)]
            fn neg(self) -> $t { -self }
        }
        impl Ordered for $t {
            const LOWEST: $t = $t::NEG_INFINITY;
            const HIGHEST: $t = $t::INFINITY;
            // Of equal ones (zeros of either sign) the first is kept; NaN on either side is the result.
            #[inline(always)]
            fn larger(self, other: $t) -> $t { if self < other || other.is_nan() { other } else { self } }
            #[inline(always)]
            fn smaller(self, other: $t) -> $t { if self > other || other.is_nan() { other } else { self } }
        }
        impl Field for $t {
            #[inline(always)]
            fn div(self, other: $t) -> $t { self / other }
        }
        impl Real for $t {
            type Wide = $t;
            #[inline(always)]
            fn wide(self) -> $t { self }
            #[inline(always)]
            fn narrow(wide: $t) -> $t { wide }
        }
        impl Float for $t {
            #[inline(always)]
            fn of(value: f64) -> $t { value as $t }
            #[inline(always)]
            fn to_f64(self) -> f64 { self as f64 }
            #[inline(always)]
            fn exp(self) -> $t { $exp(self) }
            #[inline(always)]
            fn ln(self) -> $t { $ln(self) }
            #[inline(always)]
            fn sqrt(self) -> $t { $t::sqrt(self) }
            #[inline(always)]
            fn tanh(self) -> $t { $tanh(self) }
            #[inline(always)]
            fn erf(self) -> $t { $erf(self) }
            #[inline(always)]
            fn erfc(self) -> $t { $erfc(self) }
            #[inline(always)]
            fn sigmoid(self) -> $t { $sigmoid(self) }
            #[inline(always)]
            fn modulo(self, divisor: $t) -> $t {
                let remainder = self % divisor;
                if remainder != 0.0 && (remainder < 0.0) != (divisor < 0.0) { remainder + divisor } else { remainder }
            }
        }
    )*};
}
floats! {
    f32 exp exp_f32, ln log_f32, tanh tanh_f32, sigmoid sigmoid_f32, erf erf_f32, erfc erfc_f32;
    f64 exp f64::exp, ln f64::ln, tanh f64::tanh, sigmoid |x: f64| 1.0 / (1.0 + (-x).exp()), erf libm::erf, erfc libm::erfc;
}

macro_rules! halves {
    ($($t:ident)*) => {$(
        impl Number for $t {
            const ZERO: $t = $t::ZERO;
            const ONE: $t = $t::ONE;
            fn add(self, other: $t) -> $t { $t::from_f32(self.to_f32() + other.to_f32()) }
            fn sub(self, other: $t) -> $t { $t::from_f32(self.to_f32() - other.to_f32()) }
            fn mul(self, other: $t) -> $t { $t::from_f32(self.to_f32() * other.to_f32()) }
            fn neg(self) -> $t { -self }
        }
        impl Ordered for $t {
            const LOWEST: $t = $t::NEG_INFINITY;
            const HIGHEST: $t = $t::INFINITY;
            fn larger(self, other: $t) -> $t { if self < other || other.is_nan() { other } else { self } }
            fn smaller(self, other: $t) -> $t { if self > other || other.is_nan() { other } else { self } }
        }
        impl Field for $t {
            fn div(self, other: $t) -> $t { $t::from_f32(self.to_f32() / other.to_f32()) }
        }
        impl Real for $t {
            type Wide = f32;
            fn wide(self) -> f32 { self.to_f32() }
            fn narrow(wide: f32) -> $t { $t::from_f32(wide) }
        }
    )*};
}
halves!(f16 bf16);

macro_rules! complexes {
    ($($t:ident)*) => {$(
        impl Number for Complex<$t> {
            const ZERO: Self = Complex { re: 0.0, im: 0.0 };
            const ONE: Self = Complex { re: 1.0, im: 0.0 };
            fn add(self, other: Self) -> Self { self + other }
            fn sub(self, other: Self) -> Self { self - other }
            fn mul(self, other: Self) -> Self { self * other }
            fn neg(self) -> Self { -self }
            fn squared_difference(self, other: Self) -> Self {
                let difference = self - other;
                difference * difference.conj()
            }
        }
        impl Field for Complex<$t> {
            fn div(self, other: Self) -> Self { self / other }
        }
    )*};
}
complexes!(f32 f64);
