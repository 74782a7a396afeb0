//! Gradients that are applied when they come, perhaps corrected for their delay.

use regatta_graph::{Grad, Outlet};
use regatta_replication::{Compensation, Receipt};
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::{Made, Steps, run};
use crate::{
    graph::Graph,
    init::Initializer,
    monitored::MonitoredSession,
    optimizer::{GradAndVar, Optimizer},
    variable::Variable,
};

pub(super) struct Direct {
    train: Outlet,
    step_after: Outlet,
}

impl Direct {
    pub(super) fn build(
        g: &mut Graph,
        mut optimizer: Optimizer,
        loss: &Outlet,
        global_step: &Variable,
        compensation: Option<Compensation>,
    ) -> Result<Direct> {
        let variables = g.trainable_variables();
        let mut gradients = optimizer.compute_gradients(g, loss, &variables)?;
        if let Some(compensation) = compensation {
            gradients = g.name_scope("delay_compensation", |g| compensated(g, gradients, compensation))?;
        }
        let train = optimizer.apply_gradients(g, &gradients, Some(global_step))?;
        let step_after = g.control_dependencies(std::slice::from_ref(&train), |g| global_step.read(g))?;
        Ok(Direct { train, step_after })
    }
}

impl Steps for Direct {
    fn step(&mut self, session: &mut MonitoredSession, feeds: &[(Outlet, Tensor)], fetches: &[Outlet]) -> Result<Made> {
        let fetches: Vec<Outlet> = fetches.iter().chain([&self.step_after]).cloned().collect();
        let mut values = run(session, feeds, &fetches, &self.train)?;
        let version = values.pop().map_or(Ok(0), |step| step.single::<i64>())?;
        Ok(Made { values, receipt: Some(Receipt::Applied { version }), global_step: version, is_over: false })
    }
}

/// Whole gradients with the first terms of what others have changed since they were begun. Gradients of rows stay as they are.
fn compensated(g: &mut Graph, gradients: Vec<GradAndVar>, how: Compensation) -> Result<Vec<GradAndVar>> {
    let correct = |(grad, variable): GradAndVar| match grad {
        Some(Grad::Dense(dense)) => {
            let begun = first_read(g, &variable)?;
            let corrected = g.colocate_with(variable.handle(), |g| corrected(g, &dense, &begun, &variable, how))?;
            Ok((Some(Grad::Dense(corrected)), variable))
        }
        other => Ok((other, variable)),
    };
    gradients.into_iter().map(correct).collect()
}

/// `grad + lambda grad grad (now - begun)`.
fn corrected(g: &mut Graph, grad: &Outlet, begun: &Outlet, variable: &Variable, how: Compensation) -> Result<Outlet> {
    let now = g.control_dependencies(std::slice::from_ref(grad), |g| variable.read(g))?;
    let moved = g.sub(&now, begun)?;
    let bent = g.mul(grad, &moved)?;
    let lambda = g.number(variable.dtype(), how.lambda)?;
    let bent = match how.is_adaptive {
        false => g.mul(&bent, &lambda)?,
        true => {
            let root = root_of_mean_square(g, grad, variable)?;
            let scaled = g.mul(&bent, &lambda)?;
            g.div(&scaled, &root)?
        }
    };
    let bent = g.mul(&bent, grad)?;
    g.add(grad, &bent)
}

/// The root of a moving mean of squared gradients, which lies beside the variable.
fn root_of_mean_square(g: &mut Graph, grad: &Outlet, variable: &Variable) -> Result<Outlet> {
    let mean = g.slot(variable, "MeanSquare", Initializer::zeros())?;
    let square = g.square(grad)?;
    let before = g.control_dependencies(std::slice::from_ref(grad), |g| mean.read(g))?;
    let difference = g.sub(&square, &before)?;
    let change = g.scale(&difference, 1.0 - Compensation::MEAN_DECAY)?;
    let after = g.add(&before, &change)?;
    let assigned = mean.assign(g, &after)?;
    let epsilon = g.number(variable.dtype(), Compensation::EPSILON)?;
    let sum = g.control_dependencies(&[assigned], |g| g.add(&after, &epsilon))?;
    g.sqrt(&sum)
}

/// The value that the model was computed with: what the first node that read the variable gave in this step.
fn first_read(g: &mut Graph, variable: &Variable) -> Result<Outlet> {
    let handle = variable.handle().node().to_owned();
    let read = g.nodes().find(|node| {
        node.op == "ReadVariableOp" && node.inputs.first().is_some_and(|input| input.split(':').next() == Some(&handle))
    });
    match read.map(|node| node.name.clone()) {
        Some(name) => g.find(&format!("{name}:0")),
        None => variable.read(g),
    }
}
