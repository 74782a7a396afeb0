//! RandomPoisson: numbers of Poisson distributions, one for each `rate`. StatelessRandomPoisson: the same, from a seed.
//!
//! ```text
//! shape     shape [k], rate [..] -> [..shape, ..rate]; of the stateless op, shape ends in the rates'
//! ```
//!
//! Low rates by Knuth's multiplication, others by Hormann, "The transformed rejection method for generating Poisson random
//! variables" (1993).

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::{DType, Element, Tensor, f16};

use super::{
    draws::{Draws, ends_in, sample, samples_of},
    stream::{Stream, place_from, shape_from},
};
use crate::{Build, Kernel, array::elements::take, dispatch::dispatch, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("RandomPoisson", random_poisson),
    ("RandomPoissonV2", random_poisson),
    ("StatelessRandomPoisson", stateless_random_poisson),
];

fn random_poisson(node: &Node) -> Result<Kernel> {
    let stream = Stream::new(node)?;
    let rates = rates_of(node, 1)?;
    dispatch!(node.output_types[0].dtype, [f16, f32, f64, i32, i64], T => Ok(Kernel::Compute(Box::new(move |inputs| {
        let [shape, rate] = take(inputs)?;
        let shape = samples_of(&shape_from(&shape)?, rate.shape())?;
        let start = stream.reserve(shape.num_elements());
        Ok(vec![sample(shape, &rates(&rate)?, start, poisson::<T>)?])
    }))), else Err(unsupported(node)))
}

fn stateless_random_poisson(node: &Node) -> Result<Kernel> {
    let rates = rates_of(node, 2)?;
    dispatch!(node.output_types[0].dtype, [f16, f32, f64, i32, i64], T => Ok(Kernel::Compute(Box::new(move |inputs| {
        let [shape, seed, rate] = take(inputs)?;
        let shape = shape_from(&shape)?;
        let start = place_from(&[seed])?;
        ends_in(&shape, rate.shape())?;
        Ok(vec![sample(shape, &rates(&rate)?, start, poisson::<T>)?])
    }))), else Err(unsupported(node)))
}

/// Reads rates.
type Rates = fn(&Tensor) -> Result<Vec<f64>>;

/// How the rates, an input of a node, are read.
fn rates_of(node: &Node, input: usize) -> Result<Rates> {
    fn read<T: Count>(tensor: &Tensor) -> Result<Vec<f64>> {
        Ok(tensor.values::<T>()?.iter().map(|x| x.to_f64()).collect())
    }
    let dtype = node.input_types.get(input).map_or(DType::Variant, |edge| edge.dtype);
    dispatch!(dtype, [f16, f32, f64, i32, i64], T => Ok(read::<T>), else Err(unsupported(node)))
}

/// A type of rates and of numbers that are drawn.
trait Count: Element {
    /// The largest finite number.
    const HIGHEST: f64;
    /// What an infinite rate gives.
    const ENDLESS: Self;
    fn of(value: f64) -> Self;
    fn to_f64(self) -> f64;
}

macro_rules! counts {
    ($($ty:ty: $highest:expr, $endless:expr, |$x:ident| $of:expr, |$y:ident| $to:expr;)*) => {$(
        impl Count for $ty {
            const HIGHEST: f64 = $highest;
            const ENDLESS: $ty = $endless;
            fn of($x: f64) -> $ty { $of }
            fn to_f64(self) -> f64 { let $y = self; $to }
        }
    )*};
}

counts! {
    f16: 65504.0, f16::INFINITY, |x| f16::from_f64(x), |y| y.to_f64();
    f32: f32::MAX as f64, f32::INFINITY, |x| x as f32, |y| f64::from(y);
    f64: f64::MAX, f64::INFINITY, |x| x, |y| y;
    i32: i32::MAX as f64, i32::MAX, |x| x as i32, |y| f64::from(y);
    i64: i64::MAX as f64, i64::MAX, |x| x as i64, |y| y as f64;
}

/// After so many draws a rate is taken for one that never gives a number of the type: NaN, or far too large. The chance of
/// a proper rate to come that far is nil.
const TRIES_MAX: usize = 4096;

fn poisson<T: Count>(rate: f64, draws: &mut Draws) -> T {
    if rate < 10.0 {
        return by_multiplication(rate, draws);
    }
    if rate.is_infinite() {
        return T::ENDLESS;
    }
    by_rejection(rate, draws)
}

fn by_multiplication<T: Count>(rate: f64, draws: &mut Draws) -> T {
    let end = (-rate).exp();
    let (mut product, mut count) = (1.0, 0.0);
    for _ in 0..TRIES_MAX {
        product *= draws.uniform();
        if product <= end && count <= T::HIGHEST {
            break;
        }
        count += 1.0;
    }
    T::of(count)
}

fn by_rejection<T: Count>(rate: f64, draws: &mut Draws) -> T {
    let b = 0.931 + 2.53 * rate.sqrt();
    let a = -0.059 + 0.02483 * b;
    let inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    for _ in 0..TRIES_MAX {
        let u = draws.uniform() - 0.5;
        let v = draws.uniform();
        let shifted = 0.5 - u.abs();
        let k = ((2.0 * a / shifted + b) * u + rate + 0.43).floor();
        if k > T::HIGHEST {
            continue;
        }
        if shifted >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2.0) {
            return T::of(k);
        }
        if k < 0.0 || (shifted < 0.013 && v > shifted) {
            continue;
        }
        let s = (v * inverse_alpha / (a / (shifted * shifted) + b)).ln();
        let t = -rate + k * rate.ln() - libm::lgamma(k + 1.0);
        if s <= t {
            return T::of(k);
        }
    }
    T::of(rate.min(T::HIGHEST))
}
