//! Gradients, or weights, that an arbiter decides about: put on stages, pushed, and applied by whoever is told to.

use regatta_graph::{Grad, IndexedSlices, Outlet};
use regatta_replication::Receipt;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};

use super::{
    Made, Steps,
    membership::{Membership, Position},
    run,
};
use crate::{
    graph::Graph,
    monitored::MonitoredSession,
    optimizer::{GradAndVar, Optimizer},
    variable::Variable,
};

/// The nodes of an exchange, and how far this worker is.
pub(super) struct Exchange {
    pub(super) membership: Membership,
    key: Outlet,
    version: Outlet,
    report: Outlet,
    receipt: Outlet,
    /// Runs everything; dead where this step applies nothing.
    done: Outlet,
    /// This worker's pushes so far.
    pushes: i64,
}

impl Exchange {
    /// Exchanges a tensor for each of these variables; `apply` makes what changes them by the means.
    pub(super) fn build(
        g: &mut Graph,
        membership: Membership,
        global_step: &Variable,
        tensors: &[(Grad, Variable)],
        apply: impl FnOnce(&mut Graph, &[GradAndVar]) -> Result<Outlet>,
    ) -> Result<Exchange> {
        let arbiter = membership.arbiter.clone();
        // Fed where they are needed, so that they need not travel.
        let (key, version, report) = g.colocate_with(&arbiter, |g| {
            let key = g.placeholder("key", DType::Int64, &[Some(3)])?;
            let version = g.placeholder("version", DType::Int64, &[])?;
            Ok::<_, regatta_status::Status>((key, version, g.placeholder("report", DType::Double, &[None])?))
        })?;
        let mut stages = Vec::new();
        let mut put = Vec::new();
        for (tensor, variable) in tensors {
            let stage = Stage::new(g, variable, matches!(tensor, Grad::Slices(_)))?;
            put.push(stage.put(g, &key, tensor)?);
            stages.push(stage);
        }
        let pushed = g.control_dependencies(&put, |g| {
            g.colocate_with(&arbiter, |g| {
                g.node("ReplicaPush", "push").inputs([&arbiter, &key, &version, &report]).finish()
            })
        })?;
        let (receipt, applies) = (pushed.output(0), pushed.output(1));
        let if_told = |g: &mut Graph, tensor: Outlet| {
            let switch =
                g.colocate_with(&arbiter, |g| g.node("Switch", "if_told").inputs([&tensor, &applies]).finish());
            switch.map(|switch| switch.output(1))
        };
        let batch = if_told(g, pushed.output(2))?;
        let made = if_told(g, pushed.output(3))?;
        let means = stages.iter().map(|stage| Ok((Some(stage.take(g, &batch)?), stage.variable.clone())));
        let means = means.collect::<Result<Vec<GradAndVar>>>()?;
        let updated = apply(g, &means)?;
        let counted = g.control_dependencies(&[updated], |g| {
            g.colocate_with(global_step.handle(), |g| {
                g.node("ReplicaCounted", "counted").inputs([global_step.handle(), &made]).finish()
            })
        })?;
        let done = g.control_dependencies(&[counted], |g| {
            g.colocate_with(&arbiter, |g| g.node("ReplicaApplied", "applied").inputs([&arbiter, &made]).finish())
        })?;
        Ok(Exchange { membership, key, version, report, receipt, done, pushes: 0 })
    }

    /// Makes a step in which this worker pushes.
    pub(super) fn step(
        &mut self,
        session: &mut MonitoredSession,
        feeds: &[(Outlet, Tensor)],
        fetches: &[Outlet],
        report: Vec<f64>,
    ) -> Result<Made> {
        self.pushes += 1;
        let [worker, incarnation] = self.membership.numbers;
        let own = [
            (self.key.clone(), Tensor::vector(vec![worker, incarnation, self.pushes])),
            (self.version.clone(), Tensor::scalar(self.membership.position().version)),
            (self.report.clone(), Tensor::vector(report)),
        ];
        let feeds: Vec<(Outlet, Tensor)> = feeds.iter().cloned().chain(own).collect();
        let fetches: Vec<Outlet> = fetches.iter().chain([&self.receipt]).cloned().collect();
        let ran = run(session, &feeds, &fetches, &self.done);
        let mut values = ran.map_err(|status| self.membership.explained(status))?;
        let receipt = values.pop().unwrap_or_else(|| Tensor::vector(Vec::<i64>::new()));
        let [numbers @ .., local_steps] = receipt.values::<i64>()? else {
            return Err(invalid_argument("a push was answered with an empty receipt"));
        };
        let receipt = Receipt::from_numbers(numbers)?;
        let position = Position { version: receipt.version(), local_steps: *local_steps };
        self.membership.set_position(position);
        Ok(Made { values, receipt: Some(receipt), global_step: position.version, is_over: position.is_over() })
    }
}

/// Where the gradients of a variable wait, beside it.
struct Stage {
    handle: Outlet,
    variable: Variable,
    is_sparse: bool,
}

impl Stage {
    fn new(g: &mut Graph, variable: &Variable, is_sparse: bool) -> Result<Stage> {
        let handle = g.colocate_with(variable.handle(), |g| {
            let node = g.node("GradientStage", "stage");
            node.attr("shared_name", format!("{}/stage", variable.name())).finish()
        })?;
        Ok(Stage { handle, variable: variable.clone(), is_sparse })
    }

    fn put(&self, g: &mut Graph, key: &Outlet, tensor: &Grad) -> Result<Outlet> {
        g.colocate_with(&self.handle, |g| match tensor {
            Grad::Dense(dense) => g.node("GradientStagePut", "put").inputs([&self.handle, key, dense]).finish(),
            Grad::Slices(slices) => {
                let indices = g.node("Cast", "indices").input(&slices.indices).attr("DstT", DType::Int64).finish()?;
                let node = g.node("GradientStagePutRows", "put");
                node.inputs([&self.handle, key, &indices, &slices.values]).finish()
            }
        })
    }

    fn take(&self, g: &mut Graph, batch: &Outlet) -> Result<Grad> {
        let op = if self.is_sparse { "GradientStageTakeRows" } else { "GradientStageTake" };
        let variable = &self.variable;
        g.colocate_with(&self.handle, |g| {
            let taken = g.node(op, "take").inputs([&self.handle, batch]).attr("dtype", variable.dtype()).finish()?;
            Ok(match self.is_sparse {
                false => Grad::Dense(taken),
                true => Grad::Slices(IndexedSlices {
                    indices: taken.output(0),
                    values: taken.output(1),
                    dense_shape: g.constant(Tensor::vector(variable.shape().to_signed()))?,
                }),
            })
        })
    }
}

/// A worker whose every step is an exchange of gradients.
pub(super) struct Arbitrated {
    exchange: Exchange,
}

impl Arbitrated {
    pub(super) fn build(
        g: &mut Graph,
        mut optimizer: Optimizer,
        loss: &Outlet,
        global_step: &Variable,
        membership: Membership,
    ) -> Result<Arbitrated> {
        let variables = g.trainable_variables();
        let gradients = optimizer.compute_gradients(g, loss, &variables)?;
        let gradients: Vec<(Grad, Variable)> =
            gradients.into_iter().filter_map(|(grad, variable)| Some((grad?, variable))).collect();
        let apply = |g: &mut Graph, means: &[GradAndVar]| optimizer.apply_gradients(g, means, None);
        let exchange = g.name_scope("exchange", |g| Exchange::build(g, membership, global_step, &gradients, apply))?;
        Ok(Arbitrated { exchange })
    }
}

impl Steps for Arbitrated {
    fn step(&mut self, session: &mut MonitoredSession, feeds: &[(Outlet, Tensor)], fetches: &[Outlet]) -> Result<Made> {
        self.exchange.step(session, feeds, fetches, Vec::new())
    }
}
