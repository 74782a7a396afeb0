//! Averages of variables over the last training steps, which often do better than the variables themselves.

use std::collections::BTreeMap;

use regatta_graph::Outlet;
use regatta_status::Result;

use crate::{graph::Graph, init::Initializer, variable::Variable};

/// For each variable a shadow beside it that follows slowly: `shadow -= (1 - decay) * (shadow - variable)`.
///
/// ```
/// use regatta::{ExponentialMovingAverage, Graph, Initializer};
///
/// let mut g = Graph::new();
/// let w = g.variable("w", &[], Initializer::zeros())?;
/// let mut averages = ExponentialMovingAverage::new(0.99);
/// let follow = averages.apply(&mut g, &[w.clone()])?; // To be run with, or after, every training step.
/// assert_eq!(averages.average(&w).map(|shadow| shadow.name()), Some("w/ExponentialMovingAverage"));
/// # let _ = follow;
/// # Ok::<(), regatta::Status>(())
/// ```
pub struct ExponentialMovingAverage {
    decay: f64,
    num_updates: Option<Variable>,
    name: String,
    /// By the name of their variable.
    shadows: BTreeMap<String, Variable>,
}

impl ExponentialMovingAverage {
    /// With a decay near one: 0.999 remembers about a thousand steps.
    pub fn new(decay: f64) -> ExponentialMovingAverage {
        let name = "ExponentialMovingAverage".to_owned();
        ExponentialMovingAverage { decay, num_updates: None, name, shadows: BTreeMap::new() }
    }

    /// Follows faster in the first steps, which this counts: the decay is `(1 + n) / (10 + n)` until that is larger.
    pub fn num_updates(self, count: &Variable) -> ExponentialMovingAverage {
        ExponentialMovingAverage { num_updates: Some(count.clone()), ..self }
    }

    /// Another name for the shadows.
    pub fn named(self, name: &str) -> ExponentialMovingAverage {
        ExponentialMovingAverage { name: name.to_owned(), ..self }
    }

    /// The node that moves the shadows of these variables; they are made when they are first asked for.
    pub fn apply(&mut self, g: &mut Graph, variables: &[Variable]) -> Result<Outlet> {
        for variable in variables {
            if !self.shadows.contains_key(variable.name()) {
                let first = Initializer::computed(variable.initial_value());
                let shadow = g.slot(variable, &self.name, first)?;
                self.shadows.insert(variable.name().to_owned(), shadow);
            }
        }
        g.name_scope(&self.name, |g| {
            let rest = self.rest(g)?;
            let known = variables.iter().filter_map(|variable| Some((variable, self.average(variable)?)));
            let moves = known.map(|(variable, shadow)| follow(g, variable, shadow, &rest));
            let moves = moves.collect::<Result<Vec<_>>>()?;
            let whole = format!("{}/", g.scope());
            g.group(&whole, &moves)
        })
    }

    /// The shadow of a variable.
    pub fn average(&self, variable: &Variable) -> Option<&Variable> {
        self.shadows.get(variable.name())
    }

    /// `1 - decay`.
    fn rest(&self, g: &mut Graph) -> Result<Outlet> {
        use regatta_tensor::DType::Float;
        let decay = g.number(Float, self.decay)?;
        let one = g.number(Float, 1.0)?;
        let Some(count) = &self.num_updates else { return g.sub(&one, &decay) };
        let count = count.read(g)?;
        let count = g.cast(&count, Float)?;
        let ten = g.number(Float, 10.0)?;
        let (above, below) = (g.add(&one, &count)?, g.add(&ten, &count)?);
        let early = g.div(&above, &below)?;
        let decay = g.minimum(&decay, &early)?;
        g.sub(&one, &decay)
    }
}

fn follow(g: &mut Graph, variable: &Variable, shadow: &Variable, rest: &Outlet) -> Result<Outlet> {
    g.colocate_with(shadow.handle(), |g| {
        let (value, average) = (variable.read(g)?, shadow.read(g)?);
        let difference = g.sub(&average, &value)?;
        let rest = g.cast(rest, variable.dtype())?;
        let step = g.mul(&difference, &rest)?;
        shadow.assign_sub(g, &step)
    })
}
