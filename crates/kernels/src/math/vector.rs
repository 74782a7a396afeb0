//! `exp`, `log`, `tanh`, `sigmoid` and `erf` for `f32` without branches or tables, so that a loop over them becomes vector
//! code, and the means to have a loop compiled for the widest vectors of the machine.
//!
//! The standard library's functions go through one scalar call each, which is what a softmax would spend its time on.
//! What is written with several `if`s here becomes several values of which one is selected.

use regatta_tensor::{DType, Element};

/// Does `work` with vectors of 256 bits where the machine has them: its loops are compiled once for each kind of machine.
/// (Wider ones gain little where memory is what is waited for, and each kind makes the library larger.) Write
/// `widest(#[inline(always)] || ...)`: what is not inlined into this is compiled for the plainest machine.
#[inline(always)]
pub(crate) fn widest<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has what the function is compiled for.
            return unsafe { with_avx2(work) };
        }
    }
    work()
}

/// As `widest`, with vectors of 512 bits where the machine has them, for work that has more values in hand than there are
/// registers of 256 bits: there are twice as many, each twice as wide.
#[inline(always)]
pub(crate) fn with_more_registers<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the machine has what the function is compiled for.
            return unsafe { with_avx512(work) };
        }
    }
    widest(work)
}

/// As `widest` for work on floats; the loops of other types are memory's to wait for, and compiled once.
#[inline(always)]
pub(crate) fn widest_for<T: Element, R>(work: impl FnOnce() -> R) -> R {
    if const { matches!(T::DTYPE, DType::Float | DType::Double) } { widest(work) } else { work() }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,avx512f")]
fn with_avx512<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// `exp(x)` within 2 ulp of the true value; results below the smallest normal number are zero, as with denormals flushed.
///
/// `x = n ln2 + r` with `|r| <= ln2 / 2`, `exp(r)` by Cephes' polynomial of degree 6, times `2^n`.
#[inline(always)]
pub(crate) fn exp_f32(x: f32) -> f32 {
    const LOG2_E: f32 = std::f32::consts::LOG2_E;
    // ln2 in two parts; the first has few enough bits that its product with `n` is exact.
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    // Adding 1.5 * 2^23 leaves the nearest whole number in the low bits of the mantissa.
    const ROUND: f32 = 12_582_912.0;

    // Written so that NaN passes through (`clamp` would too, but is not vectorised).
    let x = if x > 89.0 { 89.0 } else { x };
    let x = if x < -88.0 { -88.0 } else { x };
    let rounded = x * LOG2_E + ROUND;
    let n = rounded - ROUND;
    let r = x - n * LN2_HIGH - n * LN2_LOW;
    let mut p = 1.987_569_1e-4;
    p = p * r + 1.398_199_9e-3;
    p = p * r + 8.333_452e-3;
    p = p * r + 4.166_579_6e-2;
    p = p * r + 1.666_666_5e-1;
    p = p * r + 0.5;
    let p = p * r * r + r + 1.0;
    // 2^(n-1) and then twice that, since 2^128 is no f32 though exp(88.7) is; n = -127 gives 2^-128, which is taken as zero.
    let exponent = (rounded.to_bits() as i32).wrapping_sub(ROUND.to_bits() as i32).wrapping_add(126);
    let scale = f32::from_bits((if exponent < 0 { 0 } else { exponent } as u32) << 23);
    p * scale * 2.0
}

/// `tanh(x)` within 2 ulp: Cephes' odd polynomial near zero, `1 - 2 / (exp(2|x|) + 1)` with the sign of `x` elsewhere.
///
/// Eigen's quotient of polynomials is twice as fast but up to 6.5 ulp off.
#[inline(always)]
pub(crate) fn tanh_f32(x: f32) -> f32 {
    let square = x * x;
    let mut p = -5.704_988_7e-3;
    p = p * square + 2.063_909e-2;
    p = p * square - 5.373_971_6e-2;
    p = p * square + 1.333_144_2e-1;
    p = p * square - 3.333_328e-1;
    let near = p * square * x + x;
    let far = 1.0 - 2.0 / (exp_f32(2.0 * x.abs()) + 1.0);
    (if x.abs() < 0.625 { near } else { far }).copysign(x)
}

/// `1 / (1 + exp(-x))` within 3 ulp.
#[inline(always)]
pub(crate) fn sigmoid_f32(x: f32) -> f32 {
    1.0 / (1.0 + exp_f32(-x))
}

/// `ln(x)` within 2 ulp: NaN of what is negative, minus infinity of zero.
///
/// `x = m 2^e` with `m` around 1, `ln(m)` by Cephes' polynomial of degree 9, plus `e ln2`.
#[inline(always)]
pub(crate) fn log_f32(x: f32) -> f32 {
    // Denormals are made normal first.
    let tiny = x < f32::MIN_POSITIVE;
    let scaled = if tiny { x * 8_388_608.0 } else { x };
    let bits = scaled.to_bits();
    // The mantissa is brought to between sqrt(1/2) and sqrt(2), whose bits the offset carries into the exponent.
    const HALF_ROOT: u32 = 0x3f35_04f3;
    let moved = bits.wrapping_sub(HALF_ROOT);
    let exponent = (moved as i32 >> 23) - if tiny { 23 } else { 0 };
    let m = f32::from_bits((moved & 0x007f_ffff).wrapping_add(HALF_ROOT)) - 1.0;
    let e = exponent as f32;
    let square = m * m;
    let mut p = 7.037_683_6e-2;
    p = p * m - 1.151_461e-1;
    p = p * m + 1.167_699_9e-1;
    p = p * m - 1.242_014_1e-1;
    p = p * m + 1.424_932_3e-1;
    p = p * m - 1.666_805_7e-1;
    p = p * m + 2.000_071_5e-1;
    p = p * m - 2.499_999_4e-1;
    p = p * m + 3.333_333e-1;
    let small = p * m * square - 2.121_944_4e-4 * e - 0.5 * square;
    let result = m + small + 0.693_359_4 * e;
    let result = if x == 0.0 { f32::NEG_INFINITY } else { result };
    let result = if x == f32::INFINITY { x } else { result };
    // Not `x < 0`, so that NaN is caught as well.
    if x >= 0.0 { result } else { f32::NAN }
}

/// The error function within 3 ulp: Cephes' odd polynomial up to 1, beyond it `1 - erfc`.
#[inline(always)]
pub(crate) fn erf_f32(x: f32) -> f32 {
    let magnitude = x.abs();
    let square = x * x;
    let mut p = 7.853_861_4e-5;
    p = p * square - 8.010_193_6e-4;
    p = p * square + 5.188_327_7e-3;
    p = p * square - 2.685_381_2e-2;
    p = p * square + 1.128_358_5e-1;
    p = p * square - 3.761_262_6e-1;
    p = p * square + std::f32::consts::FRAC_2_SQRT_PI;
    let near = p * x;
    let far = 1.0 - erfc_tail(if magnitude < 1.0 { 1.0 } else { magnitude });
    if magnitude < 1.0 { near } else { far.copysign(x) }
}

/// `1 - erf(x)` within 8 ulp where it is a normal number: `exp(-x^2) / x` times a polynomial in `1 / x^2` beyond 1.
#[inline(always)]
pub(crate) fn erfc_f32(x: f32) -> f32 {
    let magnitude = x.abs();
    let tail = erfc_tail(if magnitude < 1.0 { 1.0 } else { magnitude });
    let far = if x < 0.0 { 2.0 - tail } else { tail };
    if magnitude < 1.0 { 1.0 - erf_f32(x) } else { far }
}

/// `erfc(x)` for `x >= 1`; NaN stays NaN.
#[inline(always)]
fn erfc_tail(x: f32) -> f32 {
    // x^2 = high + low exactly enough: `exp` would multiply the rounding error of a large square.
    let high = f32::from_bits(x.to_bits() & 0xffff_f000);
    let low = (x - high) * (x + high);
    let power = exp_f32(-(high * high)) * exp_f32(-low);
    let inverse = 1.0 / x;
    let y = inverse * inverse;
    let mut p = 2.326_82e-2;
    p = p * y - 1.387_039_4e-1;
    p = p * y + 3.687_424_7e-1;
    p = p * y - 5.824_733e-1;
    p = p * y + 6.210_004_6e-1;
    p = p * y - 4.944_515_3e-1;
    p = p * y + 3.404_88e-1;
    p = p * y - 2.741_127e-1;
    p = p * y + 5.638_259_4e-1;
    let mut r = -1.047_766_4e1;
    r = r * y + 1.297_72e1;
    r = r * y - 7.495_518_7;
    r = r * y + 2.921_019;
    r = r * y - 1.015_265_3;
    r = r * y + 4.218_463_4e-1;
    r = r * y - 2.820_767_4e-1;
    r = r * y + 5.641_895e-1;
    let tail = power * inverse * if x < 2.0 { p } else { r };
    // At infinity it is 0 times 0, and low above is NaN.
    if x > 14.0 { 0.0 } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ulps(got: f32, want: f64) -> f64 {
        let want32 = want as f32;
        let ulp = (f32::from_bits(want32.abs().to_bits() + 1) - want32.abs()) as f64;
        ((got as f64) - want).abs() / ulp
    }

    #[test]
    fn exp_is_within_two_ulps() {
        let mut worst = 0f64;
        for i in -86_000..88_700 {
            let x = i as f32 * 1e-3;
            worst = worst.max(ulps(exp_f32(x), (x as f64).exp()));
        }
        assert!(worst <= 2.0, "{worst} ulps");
    }

    #[test]
    fn exp_at_the_ends() {
        assert!(exp_f32(f32::NAN).is_nan());
        assert_eq!(exp_f32(f32::INFINITY), f32::INFINITY);
        assert_eq!(exp_f32(88.8), f32::INFINITY);
        assert!(exp_f32(88.72).is_finite());
        assert_eq!(exp_f32(f32::NEG_INFINITY), 0.0);
        assert_eq!(exp_f32(-1000.0), 0.0);
        assert_eq!(exp_f32(0.0), 1.0);
    }

    #[test]
    fn tanh_is_within_two_ulps() {
        let mut worst = 0f64;
        for i in -10_000..10_000 {
            let x = i as f32 * 1e-3;
            if x != 0.0 {
                worst = worst.max(ulps(tanh_f32(x), (x as f64).tanh()));
            }
        }
        assert!(worst <= 2.0, "{worst} ulps");
        assert!(tanh_f32(f32::NAN).is_nan());
        assert_eq!((tanh_f32(f32::INFINITY), tanh_f32(-100.0)), (1.0, -1.0));
        assert!(tanh_f32(-0.0).is_sign_negative());
    }

    #[test]
    fn log_is_within_two_ulps() {
        let mut worst = 0f64;
        for i in 0..400_000u32 {
            let x = f32::from_bits(1 + i * 5_000);
            if x.is_finite() && x != 1.0 {
                worst = worst.max(ulps(log_f32(x), (x as f64).ln()));
            }
            let x = 0.5 + i as f32 * 5e-6;
            if x != 1.0 {
                worst = worst.max(ulps(log_f32(x), (x as f64).ln()));
            }
        }
        assert!(worst <= 2.0, "{worst} ulps");
        assert_eq!((log_f32(0.0), log_f32(-0.0), log_f32(1.0)), (f32::NEG_INFINITY, f32::NEG_INFINITY, 0.0));
        assert_eq!(log_f32(f32::INFINITY), f32::INFINITY);
        assert!(log_f32(-1.0).is_nan() && log_f32(f32::NAN).is_nan() && log_f32(f32::NEG_INFINITY).is_nan());
    }

    #[test]
    fn erf_is_within_three_ulps() {
        let (mut worst, mut worst_complement) = (0f64, 0f64);
        for i in -10_000..10_000 {
            let x = i as f32 * 1e-3;
            if x != 0.0 {
                worst = worst.max(ulps(erf_f32(x), libm::erf(x as f64)));
            }
            if x < 9.0 {
                worst_complement = worst_complement.max(ulps(erfc_f32(x), libm::erfc(x as f64)));
            }
        }
        assert!(worst <= 3.0 && worst_complement <= 8.0, "{worst} and {worst_complement} ulps");
        assert!(erf_f32(f32::NAN).is_nan() && erfc_f32(f32::NAN).is_nan());
        assert_eq!((erf_f32(f32::INFINITY), erf_f32(f32::NEG_INFINITY)), (1.0, -1.0));
        assert_eq!((erfc_f32(f32::INFINITY), erfc_f32(f32::NEG_INFINITY)), (0.0, 2.0));
    }
}
