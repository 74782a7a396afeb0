//! TensorFlow's own synchronous steps, with receipts.

use regatta_graph::Outlet;
use regatta_replication::Receipt;
use regatta_status::{Code, Result};
use regatta_tensor::Tensor;

use super::{Made, Replicas, Steps, run};
use crate::{
    graph::Graph,
    monitored::MonitoredSession,
    optimizer::Optimizer,
    sync_replicas::{SyncReplicas, SyncReplicasHook},
    variable::Variable,
};

pub(super) struct Tokens {
    train: Outlet,
    step_after: Outlet,
    /// The step that the gradients belong to, and the one that the variables were at when they came.
    own_step: Outlet,
    step_then: Outlet,
    /// The last that was known.
    version: i64,
}

impl Tokens {
    pub(super) fn build(
        g: &mut Graph,
        optimizer: Optimizer,
        loss: &Outlet,
        global_step: &Variable,
        aggregate: usize,
        replicas: &Replicas,
    ) -> Result<(Tokens, SyncReplicasHook)> {
        let mut sync = SyncReplicas::new(optimizer, aggregate, replicas.workers.count());
        let train = sync.minimize(g, loss, global_step)?;
        let step_after = g.control_dependencies(std::slice::from_ref(&train), |g| global_step.read(g))?;
        let hook = sync.hook(replicas.replica.worker == 0);
        let (own_step, step_then) = sync.steps()?;
        Ok((Tokens { train, step_after, own_step, step_then, version: 0 }, hook))
    }
}

impl Steps for Tokens {
    fn step(&mut self, session: &mut MonitoredSession, feeds: &[(Outlet, Tensor)], fetches: &[Outlet]) -> Result<Made> {
        let own = [&self.step_after, &self.own_step, &self.step_then];
        let fetches: Vec<Outlet> = fetches.iter().chain(own).cloned().collect();
        let mut values = match run(session, feeds, &fetches, &self.train) {
            Ok(values) => values,
            // The chief has ended training while this worker waited for a token.
            Err(status) if status.code == Code::OutOfRange => {
                return Ok(Made { values: Vec::new(), receipt: None, global_step: self.version, is_over: true });
            }
            Err(status) => return Err(status),
        };
        let mut number = || values.pop().map_or(Ok(0), |value| value.single::<i64>());
        let (then, own, version) = (number()?, number()?, number()?);
        self.version = version;
        // Accumulators drop what belongs to a step that is over.
        let receipt = if own < then { Receipt::Late { version } } else { Receipt::Applied { version } };
        Ok(Made { values, receipt: Some(receipt), global_step: version, is_over: false })
    }
}
