//! RandomGamma: numbers of gamma distributions, one for each `alpha`. StatelessRandomGamma: the same, from a seed.
//!
//! ```text
//! shape     shape [k], alpha [..] -> [..shape, ..alpha]; of the stateless ops, shape ends in alpha's
//! ```
//!
//! Marsaglia and Tsang, "A simple method for generating gamma variables" (2000).

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal};
use regatta_tensor::{Tensor, bf16, f16};

use super::{
    draws::{Draws, ends_in, sample, samples_of},
    stream::{Stream, place_from, shape_from},
};
use crate::{
    Build, Kernel,
    array::elements::take,
    dispatch::dispatch,
    math::number::{Float, Real},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[
    ("RandomGamma", random_gamma),
    ("StatelessRandomGammaV2", stateless_random_gamma),
    ("StatelessRandomGammaV3", stateless_random_gamma),
];

fn random_gamma(node: &Node) -> Result<Kernel> {
    let stream = Stream::new(node)?;
    dispatch!(node.attrs.dtype("T")?, [f32, f64, f16, bf16], T => Ok(Kernel::Compute(Box::new(move |inputs| {
        let [shape, alpha] = take(inputs)?;
        let shape = samples_of(&shape_from(&shape)?, alpha.shape())?;
        let start = stream.reserve(shape.num_elements());
        Ok(vec![sample(shape, &wide::<T>(&alpha)?, start, |alpha, draws| narrow::<T>(gamma(alpha, draws)))?])
    }))), else Err(unsupported(node)))
}

fn stateless_random_gamma(node: &Node) -> Result<Kernel> {
    dispatch!(node.attrs.dtype("dtype")?, [f32, f64, f16, bf16], T => Ok(Kernel::Compute(Box::new(|inputs| {
        let [shape, place @ .., alpha] = inputs.as_slice() else {
            return Err(internal("a gamma distribution without its inputs"));
        };
        let shape = shape_from(shape)?;
        let start = place_from(place)?;
        ends_in(&shape, alpha.shape())?;
        Ok(vec![sample(shape, &wide::<T>(alpha)?, start, |alpha, draws| narrow::<T>(gamma(alpha, draws)))?])
    }))), else Err(unsupported(node)))
}

fn wide<T: Real>(tensor: &Tensor) -> Result<Vec<f64>> {
    Ok(tensor.values::<T>()?.iter().map(|x| x.wide().to_f64()).collect())
}

fn narrow<T: Real>(x: f64) -> T {
    T::narrow(Float::of(x))
}

fn gamma(alpha: f64, draws: &mut Draws) -> f64 {
    if alpha == 1.0 {
        return -(-draws.uniform()).ln_1p();
    }
    // Below 1 the distribution of `alpha + 1` is drawn from, and scaled.
    let is_small = alpha < 1.0;
    let d = alpha + if is_small { 2.0 / 3.0 } else { -1.0 / 3.0 };
    let c = 1.0 / 3.0 / d.sqrt();
    loop {
        let x = draws.normal();
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let v = v * v * v;
        let u = draws.uniform();
        // The first test spares the logarithms most of the time. It also ends the loop where alpha is no number.
        if u < 1.0 - 0.0331 * (x * x) * (x * x) || u.ln() < 0.5 * x * x + d * (1.0 - v + v.ln()) {
            let scale = if is_small { draws.uniform().powf(1.0 / alpha) } else { 1.0 };
            return d * v * scale;
        }
    }
}
