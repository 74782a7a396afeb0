//! Learning rates that change as training goes on.

use std::f64::consts::PI;

use regatta_graph::Outlet;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use crate::{graph::Graph, variable::Variable};

/// A learning rate as a function of the global step.
///
/// ```
/// use regatta::{Graph, Optimizer, Schedule};
///
/// let mut g = Graph::new();
/// let step = g.get_or_create_global_step()?;
/// // Eight replicas make the batch eight times as large, and so may the steps be, once the first 500 are done.
/// let schedule = Schedule::exponential_decay(0.1, 1000, 0.96).linear_scaling(8).warm_up(500);
/// let rate = schedule.build(&mut g, &step)?;
/// let optimizer = Optimizer::momentum(&rate, 0.9);
/// # let _ = optimizer;
/// # Ok::<(), regatta::Status>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schedule {
    kind: Kind,
    initial: f64,
    staircase: bool,
    replicas: usize,
    /// From which rate, and over how many steps.
    warm_up: Option<(f64, u64)>,
}

#[derive(Clone, Debug)]
enum Kind {
    Constant,
    /// `rate^(step / steps)`.
    Exponential {
        steps: u64,
        rate: f64,
    },
    /// `e^(-rate * step / steps)`.
    NaturalExponential {
        steps: u64,
        rate: f64,
    },
    /// `1 / (1 + rate * step / steps)`.
    InverseTime {
        steps: u64,
        rate: f64,
    },
    /// From the initial rate to another one in so many steps, along a power of the way that is left.
    Polynomial {
        steps: u64,
        end: f64,
        power: f64,
        cycle: bool,
    },
    /// Half a wave of the cosine, down to a part of the initial rate.
    Cosine {
        steps: u64,
        alpha: f64,
    },
    /// Each rate up to a step, and the last one from then on.
    Piecewise {
        boundaries: Vec<i64>,
        rates: Vec<f64>,
    },
}

impl Schedule {
    fn new(initial: f64, kind: Kind) -> Schedule {
        Schedule { kind, initial, staircase: false, replicas: 1, warm_up: None }
    }

    /// Always the same rate: something to scale and to warm up to.
    pub fn constant(rate: f64) -> Schedule {
        Schedule::new(rate, Kind::Constant)
    }

    /// `initial * rate^(step / steps)`.
    pub fn exponential_decay(initial: f64, steps: u64, rate: f64) -> Schedule {
        Schedule::new(initial, Kind::Exponential { steps, rate })
    }

    /// `initial * e^(-rate * step / steps)`.
    pub fn natural_exp_decay(initial: f64, steps: u64, rate: f64) -> Schedule {
        Schedule::new(initial, Kind::NaturalExponential { steps, rate })
    }

    /// `initial / (1 + rate * step / steps)`.
    pub fn inverse_time_decay(initial: f64, steps: u64, rate: f64) -> Schedule {
        Schedule::new(initial, Kind::InverseTime { steps, rate })
    }

    /// `(initial - end) * (1 - step / steps)^power + end`, and `end` from then on.
    pub fn polynomial_decay(initial: f64, steps: u64, end: f64, power: f64) -> Schedule {
        Schedule::new(initial, Kind::Polynomial { steps, end, power, cycle: false })
    }

    /// As [`Schedule::polynomial_decay`], but each time the end is reached it begins anew, over a longer time.
    pub fn cyclic_polynomial_decay(initial: f64, steps: u64, end: f64, power: f64) -> Schedule {
        Schedule::new(initial, Kind::Polynomial { steps, end, power, cycle: true })
    }

    /// `initial * ((1 - alpha) * (1 + cos(pi * step / steps)) / 2 + alpha)`, and `initial * alpha` from then on.
    pub fn cosine_decay(initial: f64, steps: u64, alpha: f64) -> Schedule {
        Schedule::new(initial, Kind::Cosine { steps, alpha })
    }

    /// Each rate up to the boundary at its place, that step included, and the last one after the last boundary.
    pub fn piecewise_constant(boundaries: &[i64], rates: &[f64]) -> Schedule {
        let initial = rates.first().copied().unwrap_or_default();
        Schedule::new(initial, Kind::Piecewise { boundaries: boundaries.to_vec(), rates: rates.to_vec() })
    }

    /// Changes only after every `steps` steps, rather than a little in each. Of meaning for the decays by a rate.
    pub fn staircase(self) -> Schedule {
        Schedule { staircase: true, ..self }
    }

    /// Multiplies the rate by the number of replicas, whose batches together are that much larger.
    pub fn linear_scaling(self, replicas: usize) -> Schedule {
        Schedule { replicas, ..self }
    }

    /// Rises evenly in the first steps from the rate of a single replica to the scaled one.
    pub fn warm_up(self, steps: u64) -> Schedule {
        let from = self.initial;
        self.warm_up_from(from, steps)
    }

    /// Rises evenly in the first steps from this rate.
    pub fn warm_up_from(self, rate: f64, steps: u64) -> Schedule {
        Schedule { warm_up: Some((rate, steps)), ..self }
    }

    /// The rate in the step of the moment, as a float.
    pub fn build(&self, g: &mut Graph, global_step: &Variable) -> Result<Outlet> {
        g.name_scope("learning_rate", |g| {
            let count = global_step.read(g)?;
            let step = g.cast(&count, DType::Float)?;
            let rate = self.decayed(g, &count, &step)?;
            let rate = if self.replicas == 1 { rate } else { g.scale(&rate, self.replicas as f64)? };
            match self.warm_up {
                Some((from, steps)) if steps > 0 => {
                    // from + (to - from) * step / steps
                    let to = self.initial * self.replicas as f64;
                    let slope = g.scale(&step, (to - from) / steps as f64)?;
                    let from = g.number(DType::Float, from)?;
                    let rising = g.add(&from, &slope)?;
                    let steps = g.number(DType::Float, steps as f64)?;
                    let is_early = g.less(&step, &steps)?;
                    g.select(&is_early, &rising, &rate)
                }
                _ => Ok(rate),
            }
        })
    }

    /// The rate of a single replica.
    fn decayed(&self, g: &mut Graph, count: &Outlet, step: &Outlet) -> Result<Outlet> {
        let number = |g: &mut Graph, number: f64| g.number(DType::Float, number);
        match &self.kind {
            Kind::Constant => number(g, self.initial),
            Kind::Exponential { steps, rate } => {
                let (time, rate) = (self.time(g, step, *steps)?, number(g, *rate)?);
                let factor = g.pow(&rate, &time)?;
                g.scale(&factor, self.initial)
            }
            Kind::NaturalExponential { steps, rate } => {
                let time = self.time(g, step, *steps)?;
                let exponent = g.scale(&time, -rate)?;
                let factor = g.exp(&exponent)?;
                g.scale(&factor, self.initial)
            }
            Kind::InverseTime { steps, rate } => {
                let (time, one) = (self.time(g, step, *steps)?, number(g, 1.0)?);
                let growth = g.scale(&time, *rate)?;
                let divisor = g.add(&one, &growth)?;
                let initial = number(g, self.initial)?;
                g.div(&initial, &divisor)
            }
            Kind::Polynomial { steps, end, power, cycle } => {
                let (one, whole) = (number(g, 1.0)?, number(g, *steps as f64)?);
                let way = match cycle {
                    false => {
                        let step = g.minimum(step, &whole)?;
                        g.div(&step, &whole)?
                    }
                    true => {
                        // As many times the steps as the next end lies behind the beginning, at least one.
                        let times = g.div(step, &whole)?;
                        let times = g.node("Ceil", "Ceil").input(&times).finish()?;
                        let times = g.maximum(&times, &one)?;
                        let whole = g.mul(&whole, &times)?;
                        g.div(step, &whole)?
                    }
                };
                let left = g.sub(&one, &way)?;
                let power = number(g, *power)?;
                let left = g.pow(&left, &power)?;
                let above = g.scale(&left, self.initial - end)?;
                let end = number(g, *end)?;
                g.add(&above, &end)
            }
            Kind::Cosine { steps, alpha } => {
                let whole = number(g, *steps as f64)?;
                let step = g.minimum(step, &whole)?;
                let way = g.div(&step, &whole)?;
                let angle = g.scale(&way, PI)?;
                let wave = g.cos(&angle)?;
                let one = number(g, 1.0)?;
                let height = g.add(&wave, &one)?;
                let above = g.scale(&height, self.initial * (1.0 - alpha) / 2.0)?;
                let end = number(g, self.initial * alpha)?;
                g.add(&above, &end)
            }
            Kind::Piecewise { boundaries, rates } if rates.len() != boundaries.len() + 1 => {
                let (rates, boundaries) = (rates.len(), boundaries.len());
                Err(invalid_argument(format!(
                    "piecewise_constant has {boundaries} boundaries and {rates} rates; there is one rate more than boundaries"
                )))
            }
            Kind::Piecewise { boundaries, rates } => {
                // How many boundaries are behind is which rate it is.
                let boundaries = g.constant(Tensor::vector(boundaries.clone()))?;
                let count = g.cast(count, DType::Int64)?;
                let behind = g.greater(&count, &boundaries)?;
                let behind = g.cast(&behind, DType::Int32)?;
                let place = g.reduce_sum(&behind, &[0])?;
                let rates = g.constant(Tensor::vector(rates.iter().map(|rate| *rate as f32).collect()))?;
                let axis = g.constant(Tensor::scalar(0i32))?;
                g.node("GatherV2", "rate").inputs([&rates, &place, &axis]).finish()
            }
        }
    }

    /// `step / steps`, whole if it is a staircase.
    fn time(&self, g: &mut Graph, step: &Outlet, steps: u64) -> Result<Outlet> {
        let steps = g.number(DType::Float, steps as f64)?;
        let time = g.div(step, &steps)?;
        if self.staircase { g.floor(&time) } else { Ok(time) }
    }
}
