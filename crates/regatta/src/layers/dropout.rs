//! A layer that forgets some of its input while a model is trained, so that no unit relies on a single other one.

use regatta_graph::Outlet;
use regatta_status::{Result, invalid_argument};

use super::Training;
use crate::graph::Graph;

/// While training, each number is zero with a probability, and the others are larger so that the sum stays what it was.
#[derive(Clone, Debug)]
pub struct Dropout {
    rate: f64,
    training: Training,
    seed: Option<i64>,
}

impl Dropout {
    /// Forgets this part of its input, in training.
    pub fn new(rate: f64) -> Dropout {
        Dropout { rate, training: Training::Always(true), seed: None }
    }

    /// Whether the model is being trained; it is, if nothing is said.
    pub fn training(self, training: impl Into<Training>) -> Dropout {
        Dropout { training: training.into(), ..self }
    }

    /// Forgets the same in every run.
    pub fn seed(self, seed: i64) -> Dropout {
        Dropout { seed: Some(seed), ..self }
    }

    /// Makes the layer.
    pub fn build(self, g: &mut Graph, x: &Outlet) -> Result<Outlet> {
        if !(0.0..1.0).contains(&self.rate) {
            return Err(invalid_argument(format!("a dropout's rate is at least 0 and less than 1, not {}", self.rate)));
        }
        g.name_scope("dropout", |g| match &self.training {
            Training::Always(false) => g.identity(x),
            Training::Always(true) if self.rate == 0.0 => g.identity(x),
            Training::Always(true) => {
                let rate = g.number(x.dtype(), self.rate)?;
                let scaled = g.scale(x, 1.0 / (1.0 - self.rate))?;
                self.forget(g, x, &scaled, &rate)
            }
            Training::Fed(training) => {
                // With a rate of zero nothing is forgotten and nothing scaled.
                let (rate, zero) = (g.number(x.dtype(), self.rate)?, g.number(x.dtype(), 0.0)?);
                let rate = g.select(training, &rate, &zero)?;
                let one = g.number(x.dtype(), 1.0)?;
                let kept = g.sub(&one, &rate)?;
                let scaled = g.div(x, &kept)?;
                self.forget(g, x, &scaled, &rate)
            }
        })
    }

    fn forget(&self, g: &mut Graph, x: &Outlet, scaled: &Outlet, rate: &Outlet) -> Result<Outlet> {
        let shape = g.shape(x)?;
        let (seed, seed2) = g.seeds(self.seed);
        let random = g.node("RandomUniform", "random_uniform").input(&shape).attr("dtype", x.dtype());
        let random = random.attr("seed", seed).attr("seed2", seed2).finish()?;
        let is_kept = g.greater_equal(&random, rate)?;
        let zero = g.number(x.dtype(), 0.0)?;
        g.select(&is_kept, scaled, &zero)
    }
}
