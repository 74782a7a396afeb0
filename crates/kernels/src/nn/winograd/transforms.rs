//! The transforms of minimal filtering with eight points, in one direction.
//!
//! ```text
//! points          0, 1, -1, 2, -2, 1/2, -1/2, infinity
//! values  E_k     of a polynomial of k coefficients at the points: 8 from k (at infinity, the last coefficient)
//! powers  E_k^T   k from 8
//! spread  B^T     8 from 8, so that  sum over i of  x_i d_(i+j)  =  E_m^T (SCALES * E_k x * B^T d),  k + m = 9
//! ```
//!
//! They are written for numbers, and done on some channels at a time: a loop over channels around straight code is what
//! compilers make the best vectors of. Two points of a pair differ in the sign of what is odd, which is computed once for
//! both.

use crate::nn::product::Product;

/// Points, and so the size of a tile in either direction.
pub(super) const POINTS: usize = 8;

/// Channels that are transformed at a time: a vector of 512 bits, or two of 256, of `f32`.
pub(super) const LANES: usize = 16;

/// Some channels of a pixel.
pub(super) type Lanes<T> = [T; LANES];

/// A factor for each point, of the values or of what is multiplied by them.
pub(super) const SCALES: [f64; POINTS] =
    [1.0, -2.0 / 9.0, -2.0 / 9.0, 1.0 / 90.0, 1.0 / 90.0, 32.0 / 45.0, 32.0 / 45.0, 1.0];

const ONES: [f64; POINTS] = [1.0; POINTS];
const TWOS: [f64; POINTS] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];
const HALVES: [f64; POINTS] = [1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015_625, 0.007_812_5];

/// `B^T d`.
#[inline(always)]
pub(super) fn spread<T: Product>(d: [Lanes<T>; POINTS]) -> [Lanes<T>; POINTS] {
    in_lanes(d, spread_numbers)
}

/// `E_k x`.
#[inline(always)]
pub(super) fn values<T: Product, const K: usize>(x: [Lanes<T>; K]) -> [Lanes<T>; POINTS] {
    in_lanes(x, values_of_numbers)
}

/// `E_k^T m`.
#[inline(always)]
pub(super) fn powers<T: Product, const K: usize>(m: [Lanes<T>; POINTS]) -> [Lanes<T>; K] {
    in_lanes(m, powers_of_numbers)
}

#[inline(always)]
pub(super) fn scaled<T: Product>(mut x: Lanes<T>, factor: f64) -> Lanes<T> {
    for x in &mut x {
        *x = times(*x, factor);
    }
    x
}

/// Transforms the numbers of each lane.
#[inline(always)]
fn in_lanes<T: Product, const A: usize, const B: usize>(
    x: [Lanes<T>; A],
    transform: impl Fn([T; A]) -> [T; B],
) -> [Lanes<T>; B] {
    let mut transformed = [[T::ZERO; LANES]; B];
    for lane in 0..LANES {
        let mut numbers = [T::ZERO; A];
        for (number, lanes) in numbers.iter_mut().zip(&x) {
            *number = lanes[lane];
        }
        for (lanes, number) in transformed.iter_mut().zip(transform(numbers)) {
            lanes[lane] = number;
        }
    }
    transformed
}

#[inline(always)]
fn times<T: Product>(x: T, factor: f64) -> T {
    x.mul(T::constant(factor))
}

/// Of what is even and what is odd: at a point, and at the same with the other sign.
#[inline(always)]
fn pair<T: Product>(even: T, odd: T) -> [T; 2] {
    [even.add(odd), even.sub(odd)]
}

#[inline(always)]
fn spread_numbers<T: Product>(d: [T; POINTS]) -> [T; POINTS] {
    let [one, less_one] = pair(d[2].add(d[6]).sub(times(d[4], 4.25)), d[1].add(d[5]).sub(times(d[3], 4.25)));
    let [two, less_two] = pair(
        d[6].add(times(d[2], 0.25).sub(times(d[4], 1.25))),
        times(d[1], 0.5).add(times(d[5], 2.0).sub(times(d[3], 2.5))),
    );
    let [half, less_half] = pair(
        d[6].add(times(d[2], 4.0).sub(times(d[4], 5.0))),
        times(d[1], 2.0).add(times(d[5], 0.5).sub(times(d[3], 2.5))),
    );
    let zero = d[0].sub(d[6]).add(times(d[4].sub(d[2]), 5.25));
    let infinity = d[7].sub(d[1]).add(times(d[3].sub(d[5]), 5.25));
    [zero, one, less_one, two, less_two, half, less_half, infinity]
}

#[inline(always)]
fn values_of_numbers<T: Product, const K: usize>(x: [T; K]) -> [T; POINTS] {
    let ([one, less_one], [two, less_two]) = (values_at(&x, ONES), values_at(&x, TWOS));
    let [half, less_half] = values_at(&x, HALVES);
    [x[0], one, less_one, two, less_two, half, less_half, x[K - 1]]
}

/// At a point whose powers are given, and at the same with the other sign.
#[inline(always)]
fn values_at<T: Product, const K: usize>(x: &[T; K], powers: [f64; POINTS]) -> [T; 2] {
    let (mut even, mut odd) = (x[0], times(x[1], powers[1]));
    for k in 2..K {
        let part = times(x[k], powers[k]);
        if k % 2 == 0 {
            even = even.add(part);
        } else {
            odd = odd.add(part);
        }
    }
    pair(even, odd)
}

#[inline(always)]
fn powers_of_numbers<T: Product, const K: usize>(m: [T; POINTS]) -> [T; K] {
    let [zero, one, less_one, two, less_two, half, less_half, infinity] = m;
    let even = [one.add(less_one), two.add(less_two), half.add(less_half)];
    let odd = [one.sub(less_one), two.sub(less_two), half.sub(less_half)];
    let mut sums = [T::ZERO; K];
    for k in 0..K {
        let [ones, twos, halves] = if k % 2 == 0 { even } else { odd };
        sums[k] = ones.add(times(twos, TWOS[k]).add(times(halves, HALVES[k])));
    }
    sums[0] = sums[0].add(zero);
    sums[K - 1] = sums[K - 1].add(infinity);
    sums
}
