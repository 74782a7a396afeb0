//! `exp` and `tanh` for `f32` without branches or tables, so that a loop over them becomes vector code.
//!
//! The standard library's go through one scalar call each, which is what a softmax would spend its time on.

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
}
