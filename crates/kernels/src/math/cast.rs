//! `Cast`: elements as another type.
//!
//! ```text
//! shape     x -> x
//! ```
//!
//! Floats become whole numbers as the machine's instruction has it (which is what TensorFlow's scalar code does): towards
//! zero, and what does not fit (NaN too) becomes the lowest value of 32 or 64 bits, of which small types keep the low bits.
//! Whatever is not zero is true. A complex number becomes its real part.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, unimplemented};
use regatta_tensor::{Complex, DType, Element, Tensor, bf16, f16};

use super::{
    output::{allocate, compute, input_type},
    unary::{convert, is_common},
};
use crate::{Build, Kernel, dispatch::dispatch};

/// The types that become each other.
const CASTABLE: [DType; 15] = [
    DType::Float,
    DType::Double,
    DType::Int32,
    DType::Int64,
    DType::Bool,
    DType::Half,
    DType::BFloat16,
    DType::Int8,
    DType::Int16,
    DType::UInt8,
    DType::UInt16,
    DType::UInt32,
    DType::UInt64,
    DType::Complex64,
    DType::Complex128,
];

pub(super) const KERNELS: &[(&str, Build)] = &[("Cast", cast)];

fn cast(node: &Node) -> Result<Kernel> {
    let (source, target) = (input_type(node), node.attrs.dtype("DstT")?);
    let truncate = node.attrs.bool("Truncate")?;
    if source == target {
        return Ok(compute(|[x]| Ok(x)));
    }
    match (source, target) {
        (DType::Complex64, DType::Complex128) => {
            return Ok(compute(|[x]| {
                convert(&x, |c: Complex<f32>| Complex { re: f64::from(c.re), im: f64::from(c.im) })
            }));
        }
        (DType::Complex128, DType::Complex64) => {
            return Ok(compute(|[x]| convert(&x, |c: Complex<f64>| Complex { re: c.re as f32, im: c.im as f32 })));
        }
        (DType::Float, DType::BFloat16 | DType::Half) if truncate => {
            let mask = if target == DType::Half { !0 << 13 } else { !0 << 16 };
            return narrow_f32(target, move |x| f32::from_bits(x.to_bits() & mask));
        }
        (DType::Double, DType::Float | DType::BFloat16 | DType::Half) if truncate => {
            let mask = !0
                << if target == DType::Float {
                    29
                } else if target == DType::Half {
                    42
                } else {
                    45
                };
            let cut = move |x: f64| f64::from_bits(x.to_bits() & mask) as f32;
            return match target {
                DType::Float => Ok(compute(move |[x]| convert(&x, cut))),
                DType::Half => Ok(compute(move |[x]| convert(&x, move |x| f16::from_f32(cut(x))))),
                _ => Ok(compute(move |[x]| convert(&x, move |x| bf16::from_f32(cut(x))))),
            };
        }
        _ => {}
    }
    if !CASTABLE.contains(&source) || !CASTABLE.contains(&target) {
        return Err(unimplemented(format!("Cast {source} to {target} is not supported")));
    }
    Ok(compute(move |[x]| converted(&x, target)))
}

fn narrow_f32(target: DType, cut: impl Fn(f32) -> f32 + Copy + Send + Sync + 'static) -> Result<Kernel> {
    Ok(match target {
        DType::Half => compute(move |[x]| convert(&x, move |x| f16::from_f32(cut(x)))),
        _ => compute(move |[x]| convert(&x, move |x| bf16::from_f32(cut(x)))),
    })
}

/// A tensor as another type.
pub(super) fn converted(x: &Tensor, target: DType) -> Result<Tensor> {
    if x.dtype() == target {
        return Ok(x.clone());
    }
    let impossible = || unimplemented(format!("Cast {} to {target} is not supported", x.dtype()));
    dispatch!(
        x.dtype(),
        [f32, f64, i32, i64, bool, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
        S => dispatch!(
            target,
            [f32, f64, i32, i64, bool, f16, bf16, i8, i16, u8, u16, u32, u64, Complex<f32>, Complex<f64>],
            D => each::<S, D>(x),
            else Err(impossible())
        ),
        else Err(impossible())
    )
}

fn each<S: Source, D: Target<S::Plain>>(x: &Tensor) -> Result<Tensor> {
    let f = |value: S| D::of(value.plain());
    if const { is_common(S::DTYPE) && is_common(D::DTYPE) } {
        return convert(x, f);
    }
    let mut out = allocate::<D>(x.shape())?;
    out.extend(x.values::<S>()?.iter().map(|value| f(*value)));
    Tensor::new(x.shape().clone(), out)
}

/// An element seen as one of the ten plain numbers.
trait Source: Element {
    type Plain: Copy;
    fn plain(self) -> Self::Plain;
}

macro_rules! sources {
    ($($t:ty as $plain:ty: $f:expr;)*) => {
        $(impl Source for $t {
            type Plain = $plain;
            #[inline(always)]
            fn plain(self) -> $plain { $f(self) }
        })*
    };
}
sources! {
    f32 as f32: |x| x;
    f64 as f64: |x| x;
    i8 as i8: |x| x;
    i16 as i16: |x| x;
    i32 as i32: |x| x;
    i64 as i64: |x| x;
    u8 as u8: |x| x;
    u16 as u16: |x| x;
    u32 as u32: |x| x;
    u64 as u64: |x| x;
    bool as u8: u8::from;
    f16 as f32: f16::to_f32;
    bf16 as f32: bf16::to_f32;
    Complex<f32> as f32: |x: Complex<f32>| x.re;
    Complex<f64> as f64: |x: Complex<f64>| x.re;
}

/// An element made from a plain number.
trait Target<P>: Element {
    fn of(plain: P) -> Self;
}

macro_rules! targets {
    (@whole $p:ident: $($t:ident)*) => {$(
        impl Target<$p> for $t {
            #[inline(always)]
            fn of(x: $p) -> $t { targets!(@convert $p $t x) }
        }
    )*};
    (@convert f32 $t:ident $x:ident) => { <$t>::from_float($x) };
    (@convert f64 $t:ident $x:ident) => { <$t>::from_float($x) };
    (@convert $p:ident $t:ident $x:ident) => { $x as $t };
    ($($p:ident)*) => {$(
        targets!(@whole $p: i8 i16 i32 i64 u8 u16 u32 u64);
        impl Target<$p> for f32 {
            #[inline(always)]
            fn of(x: $p) -> f32 { x as f32 }
        }
        impl Target<$p> for f64 {
            #[inline(always)]
            fn of(x: $p) -> f64 { x as f64 }
        }
        impl Target<$p> for f16 {
            fn of(x: $p) -> f16 { f16::from_f32(x as f32) }
        }
        impl Target<$p> for bf16 {
            fn of(x: $p) -> bf16 { bf16::from_f32(x as f32) }
        }
        impl Target<$p> for bool {
            #[inline(always)]
            fn of(x: $p) -> bool { x != 0 as $p }
        }
        impl Target<$p> for Complex<f32> {
            fn of(x: $p) -> Complex<f32> { Complex { re: x as f32, im: 0.0 } }
        }
        impl Target<$p> for Complex<f64> {
            fn of(x: $p) -> Complex<f64> { Complex { re: x as f64, im: 0.0 } }
        }
    )*};
}
targets!(f32 f64 i8 i16 i32 i64 u8 u16 u32 u64);

/// A whole number from a float, as x86 converts.
trait FromFloat {
    fn from_float<F: MachineFloat>(x: F) -> Self;
}

trait MachineFloat: Copy {
    fn to_i32(self) -> i32;
    fn to_i64(self) -> i64;
    fn to_u32(self) -> u32;
    fn to_u64(self) -> u64;
}

macro_rules! machine_floats {
    ($($f:ident)*) => {$(
        impl MachineFloat for $f {
            #[inline(always)]
            fn to_i32(self) -> i32 {
                let fits = (-2_147_483_648.0..2_147_483_648.0).contains(&self);
                // SAFETY: what does not fit has been replaced. Without the check that `as` makes this becomes vector code.
                let whole = unsafe { (if fits { self } else { 0.0 }).to_int_unchecked::<i32>() };
                if fits { whole } else { i32::MIN }
            }
            #[inline(always)]
            fn to_i64(self) -> i64 {
                if self < 9_223_372_036_854_775_808.0 { self as i64 } else { i64::MIN }
            }
            #[inline(always)]
            fn to_u32(self) -> u32 {
                if (-2_147_483_648.0..4_294_967_296.0).contains(&self) { self as i64 as u32 } else { 1 << 31 }
            }
            #[inline(always)]
            fn to_u64(self) -> u64 {
                let fits = (-9_223_372_036_854_775_808.0..18_446_744_073_709_551_616.0).contains(&self);
                match fits {
                    true if self < 0.0 => self as i64 as u64,
                    true => self as u64,
                    false => 1 << 63,
                }
            }
        }
    )*};
}
machine_floats!(f32 f64);

macro_rules! from_floats {
    ($($t:ident: $via:ident;)*) => {$(
        impl FromFloat for $t {
            #[inline(always)]
            fn from_float<F: MachineFloat>(x: F) -> $t { x.$via() as $t }
        }
    )*};
}
from_floats! {
    i8: to_i32;
    i16: to_i32;
    i32: to_i32;
    i64: to_i64;
    u8: to_i32;
    u16: to_i32;
    u32: to_u32;
    u64: to_u64;
}
