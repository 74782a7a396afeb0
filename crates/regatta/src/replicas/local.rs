//! Local steps: each worker trains copies of the weights on its own device, and from time to time the copies are averaged.
//!
//! The copies' values, not their changes, are exchanged: their mean is assigned to the variables on the parameter servers, and
//! all workers go on from it. What optimizers keep (momenta, ...) stays with each worker.

use std::time::Instant;

use regatta_graph::{Grad, Outlet};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::{
    Made, Steps,
    exchange::Exchange,
    membership::{Membership, Position},
};
use crate::{
    graph::Graph,
    init::Initializer,
    monitored::MonitoredSession,
    optimizer::{GradAndVar, Optimizer},
    session_manager::is_recoverable,
    variable::{Variable, VariableOptions},
};

/// The weights of a model: on the parameter servers, and a worker's copies of them.
#[derive(Clone, Default)]
pub(super) struct Copies {
    pairs: Vec<(Variable, Variable)>,
}

impl Copies {
    /// Makes a model of copies.
    pub(super) fn of<T>(
        g: &mut Graph,
        worker: usize,
        make: impl FnOnce(&mut Graph) -> Result<T>,
    ) -> Result<(T, Copies)> {
        // Stands where this worker computes, and so do the copies.
        let anchor = g.node("NoOp", "local_copies").finish()?;
        let outer = g.copied.replace(CopiedVariables { anchor, scope: format!("replica_{worker}"), pairs: Vec::new() });
        let made = make(g);
        let copied = std::mem::replace(&mut g.copied, outer);
        let pairs = copied.map(|copied| copied.pairs).unwrap_or_default();
        Ok((made?, Copies { pairs }))
    }
}

/// What a graph does with trainable variables while a model of copies is made.
pub(crate) struct CopiedVariables {
    anchor: Outlet,
    scope: String,
    /// The variable, and its copy.
    pairs: Vec<(Variable, Variable)>,
}

impl Graph {
    /// The variable itself, or its copy while a model of copies is made.
    pub(crate) fn or_its_copy(&mut self, variable: Variable) -> Result<Variable> {
        let Some(copied) = self.copied.as_ref().filter(|_| variable.is_trainable()) else { return Ok(variable) };
        if let Some((_, copy)) = copied.pairs.iter().find(|(known, _)| known.name() == variable.name()) {
            return Ok(copy.clone());
        }
        let (anchor, name) = (copied.anchor.clone(), format!("{}/{}", copied.scope, variable.name()));
        let options = VariableOptions::local(variable.dtype());
        let shape = variable.shape().clone();
        let copy = self.colocate_with(&anchor, |g| g.make_variable(name, shape, Initializer::zeros(), options))?;
        if let Some(copied) = &mut self.copied {
            copied.pairs.push((variable, copy.clone()));
        }
        Ok(copy)
    }
}

/// How a worker trains by itself.
pub(super) struct LocalTraining {
    pub(super) optimizer: Optimizer,
    pub(super) copies: Copies,
    /// Whether the policy wants to know what a step brings and costs.
    pub(super) learns: bool,
    pub(super) learning_rate: f64,
}

/// A worker that trains by itself.
pub(super) struct Local {
    exchange: Exchange,
    train: Outlet,
    pull: Outlet,
    /// What is measured of a step: the loss, the gradients, and the weights they are of.
    loss: Outlet,
    gradients: Vec<Outlet>,
    weights: Vec<Outlet>,
    /// Whether the policy wants to know it.
    learns: bool,
    learning_rate: f64,
    /// Local steps since the last exchange.
    steps: i64,
    report: Vec<f64>,
}

impl Local {
    pub(super) fn build(
        g: &mut Graph,
        training: LocalTraining,
        loss: &Outlet,
        global_step: &Variable,
        membership: Membership,
    ) -> Result<Local> {
        let LocalTraining { mut optimizer, copies, learns, learning_rate } = training;
        if copies.pairs.is_empty() {
            return Err(invalid_argument(
                "local steps need a model of trainable variables, built by `Replicas::model`",
            ));
        }
        g.name_scope("local_steps", |g| {
            let own: Vec<Variable> = copies.pairs.iter().map(|(_, copy)| copy.clone()).collect();
            let weights = own.iter().map(|copy| copy.read(g)).collect::<Result<Vec<_>>>()?;
            let computed = optimizer.compute_gradients(g, loss, &own)?;
            let dense = |(grad, _): &GradAndVar| match grad {
                Some(Grad::Dense(grad)) => Some(grad.clone()),
                _ => None,
            };
            let gradients = computed.iter().filter_map(dense).collect();
            let train = g.control_dependencies(&weights, |g| optimizer.apply_gradients(g, &computed, None))?;
            let trained = g.control_dependencies(std::slice::from_ref(&train), |g| {
                let value =
                    |(variable, copy): &(Variable, Variable)| Ok((Grad::Dense(copy.read(g)?), variable.clone()));
                copies.pairs.iter().map(value).collect::<Result<Vec<_>>>()
            })?;
            let assign = |g: &mut Graph, means: &[GradAndVar]| {
                let assign = |(mean, variable): &GradAndVar| match mean {
                    Some(Grad::Dense(mean)) => variable.assign(g, mean),
                    _ => Err(invalid_argument("the mean of weights is a whole tensor")),
                };
                let assigned = means.iter().map(assign).collect::<Result<Vec<_>>>()?;
                g.group("assigned", &assigned)
            };
            let exchange = Exchange::build(g, membership, global_step, &trained, assign)?;
            let pull = |(variable, copy): &(Variable, Variable)| {
                let value = variable.read(g)?;
                copy.assign(g, &value)
            };
            let pulled = copies.pairs.iter().map(pull).collect::<Result<Vec<_>>>()?;
            let pull = g.group("pull", &pulled)?;
            Ok(Local {
                exchange,
                train,
                pull,
                loss: loss.clone(),
                gradients,
                weights,
                learns,
                learning_rate,
                steps: 0,
                report: Vec::new(),
            })
        })
    }

    /// Gives the copies the values of the variables.
    pub(super) fn pull(&self) -> &Outlet {
        &self.pull
    }

    /// The last local step of a round, the exchange, and the new weights.
    fn round(
        &mut self,
        session: &mut MonitoredSession,
        feeds: &[(Outlet, Tensor)],
        fetches: &[Outlet],
    ) -> Result<Made> {
        let steps = std::mem::take(&mut self.steps);
        let begun = Instant::now();
        let all: Vec<Outlet> = fetches.iter().chain(self.measured()).cloned().collect();
        let mut made = self.exchange.step(session, feeds, &all, std::mem::take(&mut self.report))?;
        let before = made.values.split_off(fetches.len());
        let below = session.session()?;
        match below.step_as_sent().op(&self.pull).run() {
            // The next exchange finds out too, and opens another session.
            Err(status) if is_recoverable(&status) => return Ok(made),
            result => drop(result?),
        }
        if self.learns {
            let exchanged = begun.elapsed().as_secs_f64();
            let begun = Instant::now();
            let step =
                feeds.iter().fold(below.step_as_sent(), |step, (tensor, value)| step.feed(tensor, value.clone()));
            let after = step.fetch_all(self.measured()).run()?;
            let of_step = begun.elapsed().as_secs_f64();
            let [rho, beta, distance] = self.measure(&before, &after)?;
            // Copies that began together are apart by what their gradients differed in, all the steps long.
            let delta = distance / (self.learning_rate * steps as f64);
            self.report = vec![rho, beta, delta, self.learning_rate, of_step, (exchanged - of_step).max(0.0)];
        }
        Ok(made)
    }

    /// What is measured: the loss, the weights and the gradients.
    fn measured(&self) -> impl Iterator<Item = &Outlet> {
        let all = std::iter::once(&self.loss).chain(&self.weights).chain(&self.gradients);
        all.filter(|_| self.learns)
    }

    /// How fast the loss and its gradient change between two points, and how far these are apart.
    fn measure(&self, before: &[Tensor], after: &[Tensor]) -> Result<[f64; 3]> {
        let loss = (f64::from(before[0].single::<f32>()?) - f64::from(after[0].single::<f32>()?)).abs();
        let (weights, gradients) = (1..1 + self.weights.len(), 1 + self.weights.len()..before.len());
        let distance = apart(&before[weights.clone()], &after[weights])?;
        let bend = apart(&before[gradients.clone()], &after[gradients])?;
        Ok(match distance > 0.0 {
            true => [loss / distance, bend / distance, distance],
            false => [0.0; 3],
        })
    }
}

impl Steps for Local {
    fn step(&mut self, session: &mut MonitoredSession, feeds: &[(Outlet, Tensor)], fetches: &[Outlet]) -> Result<Made> {
        let Position { version, local_steps } = self.exchange.membership.position();
        self.steps += 1;
        if self.steps >= local_steps {
            return self.round(session, feeds, fetches);
        }
        let below = session.session()?;
        let step = feeds.iter().fold(below.step_as_sent(), |step, (tensor, value)| step.feed(tensor, value.clone()));
        let values = step.fetch_all(fetches).op(&self.train).run()?;
        Ok(Made { values, receipt: None, global_step: version + self.steps, is_over: false })
    }
}

/// The distance of two points.
fn apart(left: &[Tensor], right: &[Tensor]) -> Result<f64> {
    let mut sum = 0.0;
    for (left, right) in left.iter().zip(right) {
        let pairs = left.values::<f32>()?.iter().zip(right.values::<f32>()?);
        sum += pairs.map(|(l, r)| f64::from(l - r).powi(2)).sum::<f64>();
    }
    Ok(sum.sqrt())
}
