//! Numbers that are drawn each for itself: every output has its own place of the stream, from which it takes as many words
//! as it needs, so that it does not matter who computes it.

use rayon::prelude::*;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Element, Shape, Tensor};

use super::{
    distribution::{WORDS_PER_OUTPUT, normal_f64, unit_f64},
    philox::Philox,
};
use crate::array::elements::copies;

/// The numbers that one output is made from.
pub(super) struct Draws {
    random: Philox,
    // What is left of the last pair of each kind; TensorFlow takes the second number first.
    uniform: Option<f64>,
    normal: Option<f64>,
}

impl Draws {
    /// A number in `[0, 1)`.
    pub(super) fn uniform(&mut self) -> f64 {
        self.uniform.take().unwrap_or_else(|| {
            let x = self.random.next_group();
            self.uniform = Some(unit_f64(x[0], x[1]));
            unit_f64(x[2], x[3])
        })
    }

    /// A number of the normal distribution.
    pub(super) fn normal(&mut self) -> f64 {
        self.normal.take().unwrap_or_else(|| {
            let [first, second] = normal_f64(self.random.next_group());
            self.normal = Some(first);
            second
        })
    }
}

/// Fewer outputs than this are not worth waking another thread for.
const PARALLEL_MIN: usize = 1 << 12;

/// A tensor of `shape`, which ends in the shape of the parameters: for each parameter as many samples as fit.
pub(super) fn sample<T: Element>(
    shape: Shape,
    parameters: &[f64],
    start: Philox,
    draw: impl Fn(f64, &mut Draws) -> T + Sync,
) -> Result<Tensor> {
    let mut samples = copies(T::default(), shape.num_elements())?;
    let each = samples.len().checked_div(parameters.len()).unwrap_or(0);
    let one = |(at, sample): (usize, &mut T)| {
        let (parameter, turn) = (at % parameters.len(), at / parameters.len());
        let mut random = start;
        // Places go by parameter first, though samples of one parameter lie apart.
        random.skip(((parameter * each + turn) as u64).wrapping_mul(WORDS_PER_OUTPUT));
        *sample = draw(parameters[parameter], &mut Draws { random, uniform: None, normal: None });
    };
    match samples.len() < PARALLEL_MIN {
        true => samples.iter_mut().enumerate().for_each(one),
        false => samples.par_iter_mut().enumerate().for_each(one),
    }
    Tensor::new(shape, samples)
}

/// The shape of samples, each a tensor in the shape of the parameters.
pub(super) fn samples_of(samples: &Shape, parameters: &Shape) -> Result<Shape> {
    let sizes: Vec<usize> = samples.iter().chain(parameters.iter()).copied().collect();
    Shape::new(&sizes)
}

/// Refuses a shape that does not end in the parameters' shape.
pub(super) fn ends_in(shape: &Shape, parameters: &Shape) -> Result<()> {
    if shape.ends_with(parameters) {
        return Ok(());
    }
    Err(invalid_argument(format!("Shape passed in must end with broadcasted shape: {shape} and {parameters}")))
}
