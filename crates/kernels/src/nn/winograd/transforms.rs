//! The transforms of minimal filtering with eight points, in one direction, on some channels at a time.
//!
//! ```text
//! points          0, 1, -1, 2, -2, 1/2, -1/2, infinity
//! values  E_k     of a polynomial of k coefficients at the points: 8 from k (at infinity, the last coefficient)
//! powers  E_k^T   k from 8
//! spread  B^T     8 from 8, so that  sum over i of  x_i d_(i+j)  =  E_m^T (SCALES * E_k x * B^T d),  k + m = 9
//! ```
//!
//! Two points of a pair differ in the sign of what is odd, which is computed once for both. Everything is inlined into
//! functions that are compiled for the machine's vectors, and written as loops: closures are not always.

use crate::nn::product::Product;

/// Points, and so the size of a tile in either direction.
pub(super) const POINTS: usize = 8;

/// Channels that are transformed at a time: two vectors of `f32`.
pub(super) const LANES: usize = 16;

/// Some channels of a pixel.
pub(super) type Lanes<T> = [T; LANES];

/// A factor for each point, of the values or of what is multiplied by them.
pub(super) const SCALES: [f64; POINTS] =
    [1.0, -2.0 / 9.0, -2.0 / 9.0, 1.0 / 90.0, 1.0 / 90.0, 32.0 / 45.0, 32.0 / 45.0, 1.0];

const ONES: [f64; POINTS] = [1.0; POINTS];
const TWOS: [f64; POINTS] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];
const HALVES: [f64; POINTS] = [1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015_625, 0.007_812_5];

#[inline(always)]
fn add<T: Product>(mut a: Lanes<T>, b: Lanes<T>) -> Lanes<T> {
    for (a, b) in a.iter_mut().zip(b) {
        *a = a.add(b);
    }
    a
}

#[inline(always)]
fn sub<T: Product>(mut a: Lanes<T>, b: Lanes<T>) -> Lanes<T> {
    for (a, b) in a.iter_mut().zip(b) {
        *a = a.sub(b);
    }
    a
}

#[inline(always)]
pub(super) fn times<T: Product>(mut a: Lanes<T>, factor: f64) -> Lanes<T> {
    let factor = T::constant(factor);
    for a in &mut a {
        *a = a.mul(factor);
    }
    a
}

/// Of what is even and what is odd: at a point, and at the same with the other sign.
#[inline(always)]
fn pair<T: Product>(even: Lanes<T>, odd: Lanes<T>) -> [Lanes<T>; 2] {
    [add(even, odd), sub(even, odd)]
}

/// `B^T d`.
#[inline(always)]
pub(super) fn spread<T: Product>(d: [Lanes<T>; POINTS]) -> [Lanes<T>; POINTS] {
    let [one, less_one] = pair(sub(add(d[2], d[6]), times(d[4], 4.25)), sub(add(d[1], d[5]), times(d[3], 4.25)));
    let [two, less_two] = pair(
        add(d[6], sub(times(d[2], 0.25), times(d[4], 1.25))),
        add(times(d[1], 0.5), sub(times(d[5], 2.0), times(d[3], 2.5))),
    );
    let [half, less_half] = pair(
        add(d[6], sub(times(d[2], 4.0), times(d[4], 5.0))),
        add(times(d[1], 2.0), sub(times(d[5], 0.5), times(d[3], 2.5))),
    );
    let zero = add(sub(d[0], d[6]), times(sub(d[4], d[2]), 5.25));
    let infinity = add(sub(d[7], d[1]), times(sub(d[3], d[5]), 5.25));
    [zero, one, less_one, two, less_two, half, less_half, infinity]
}

/// `E_k x`.
#[inline(always)]
pub(super) fn values<T: Product, const K: usize>(x: [Lanes<T>; K]) -> [Lanes<T>; POINTS] {
    let ([one, less_one], [two, less_two]) = (values_at(&x, ONES), values_at(&x, TWOS));
    let [half, less_half] = values_at(&x, HALVES);
    [x[0], one, less_one, two, less_two, half, less_half, x[K - 1]]
}

/// At a point whose powers are given, and at the same with the other sign.
#[inline(always)]
fn values_at<T: Product, const K: usize>(x: &[Lanes<T>; K], powers: [f64; POINTS]) -> [Lanes<T>; 2] {
    let (mut even, mut odd) = (x[0], times(x[1], powers[1]));
    for k in 2..K {
        let part = times(x[k], powers[k]);
        if k % 2 == 0 {
            even = add(even, part);
        } else {
            odd = add(odd, part);
        }
    }
    pair(even, odd)
}

/// `E_k^T m`.
#[inline(always)]
pub(super) fn powers<T: Product, const K: usize>(m: [Lanes<T>; POINTS]) -> [Lanes<T>; K] {
    let [zero, one, less_one, two, less_two, half, less_half, infinity] = m;
    let even = [add(one, less_one), add(two, less_two), add(half, less_half)];
    let odd = [sub(one, less_one), sub(two, less_two), sub(half, less_half)];
    let mut sums = [[T::ZERO; LANES]; K];
    for k in 0..K {
        let [ones, twos, halves] = if k % 2 == 0 { even } else { odd };
        sums[k] = add(ones, add(times(twos, TWOS[k]), times(halves, HALVES[k])));
    }
    sums[0] = add(sums[0], zero);
    sums[K - 1] = add(sums[K - 1], infinity);
    sums
}
