//! The gamma function and what comes from it, in `f64`: its logarithm, that one's slopes, and Hurwitz' zeta function.

use std::f64::consts::PI;

/// `ln |gamma(x)|`: infinite at zero and the negative whole numbers.
pub(super) fn log_gamma(x: f64) -> f64 {
    if x == f64::NEG_INFINITY { f64::INFINITY } else { libm::lgamma(x) }
}

/// The slope of `ln gamma(x)`; NaN at zero and the negative whole numbers.
pub(super) fn digamma(x: f64) -> f64 {
    if x <= 0.0 {
        if x == x.floor() {
            return f64::NAN;
        }
        // digamma(1 - x) - digamma(x) = pi / tan(pi x)
        return digamma(1.0 - x) - PI / (PI * (x - x.floor())).tan();
    }
    // Up to where the series is exact enough.
    let (mut x, mut below) = (x, 0.0);
    while x < 10.0 {
        below += 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = [
        8.333_333_333_333_333e-2,
        -8.333_333_333_333_333e-3,
        3.968_253_968_253_968e-3,
        -4.166_666_666_666_667e-3,
        7.575_757_575_757_576e-3,
        -2.109_279_609_279_609_3e-2,
        8.333_333_333_333_333e-2,
    ];
    let tail = series.iter().rev().fold(0.0, |sum, factor| (sum + factor) * square);
    x.ln() - 0.5 / x - tail - below
}

/// Hurwitz' zeta function: the sum of `(q + n)^-x` over all `n >= 0`, for `x > 1`.
///
/// Ten terms are added up, and Euler's and Maclaurin's formula says what the rest comes to.
pub(super) fn zeta(x: f64, q: f64) -> f64 {
    if x == 1.0 {
        return f64::INFINITY;
    }
    if x < 1.0 || x.is_nan() || q.is_nan() {
        return f64::NAN;
    }
    if q <= 0.0 {
        if q == q.floor() {
            return f64::INFINITY;
        }
        if x != x.floor() {
            return f64::NAN;
        }
    }
    let mut sum = q.powf(-x);
    let (mut a, mut count) = (q, 0);
    while count < 9 || a <= 9.0 {
        count += 1;
        a += 1.0;
        let term = a.powf(-x);
        sum += term;
        if (term / sum).abs() < f64::EPSILON {
            return sum;
        }
        // A far negative q would take long to come up; its terms are as good as nothing by then.
        if count > 100_000 {
            return f64::NAN;
        }
    }
    // (2k)! / B(2k)
    let factors = [
        12.0,
        -720.0,
        30_240.0,
        -1_209_600.0,
        47_900_160.0,
        -1.892_437_580_318_379_3e9,
        7.472_424_96e10,
        -2.950_130_727_918_164e12,
        1.164_678_281_435_006_8e14,
        -4.597_978_722_407_473e15,
        1.815_210_540_194_355e17,
        -7.166_165_256_175_667e18,
    ];
    let mut power = a.powf(-x);
    sum += power * a / (x - 1.0) - 0.5 * power;
    let (mut rising, mut k) = (1.0, 0.0);
    for factor in factors {
        rising *= x + k;
        power /= a;
        let term = rising * power / factor;
        sum += term;
        if (term / sum).abs() < f64::EPSILON {
            break;
        }
        k += 1.0;
        rising *= x + k;
        power /= a;
        k += 1.0;
    }
    sum
}

/// The `n`-th slope of `digamma`.
pub(super) fn polygamma(n: f64, x: f64) -> f64 {
    if n != n.floor() || n < 0.0 {
        return f64::NAN;
    }
    if n == 0.0 {
        return digamma(x);
    }
    let sign = if n % 2.0 == 0.0 { -1.0 } else { 1.0 };
    sign * libm::tgamma(n + 1.0) * zeta(n + 1.0, x)
}
