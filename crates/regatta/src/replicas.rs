//! Replicas: workers that train one model together, by a [policy](regatta_replication).
//!
//! ```no_run
//! # use regatta::{replicas::{Replicas, Workers}, *};
//! # fn f(mut g: Graph, target: &str, index: usize, images: Outlet, batch: Tensor) -> Result<()> {
//! let mut replicas = Replicas::new("backup:1", Workers::at(&["a:2222", "b:2222", "c:2222"]), index)?;
//! let loss = replicas.model(&mut g, |g| {
//!     let logits = layers::Dense::new(10).build(g, &images)?;
//!     g.reduce_mean(&logits, &[])
//! })?;
//! let step = g.get_or_create_global_step()?;
//! let mut training = replicas.minimize(&mut g, Optimizer::adam(0.001), &loss, &step)?;
//! let mut session = MonitoredTrainingSession::on(target).is_chief(index == 0).hook(training.hook()).start(g)?;
//! while !session.should_stop() {
//!     let made = training.step(&mut session, &[(images.clone(), batch.clone())], &[loss.clone()])?;
//!     println!("global step {}: {:?}", made.global_step, made.receipt);
//! }
//! session.close()
//! # }
//! ```
//!
//! The policy decides which nodes a training step has, and nothing else of the program:
//!
//! ```text
//! async         gradients ──► optimizer                                                   direct.rs
//! dc-asgd       gradients ──► corrected for what was applied since they were begun ──► optimizer
//! tf-sync       gradients ──► accumulators; the chief, in a thread: mean ──► optimizer    sync_replicas.rs
//! sync, ...     gradients ──► stages ──► push to the arbiter ──► is told to apply? ─┐     exchange.rs
//!               optimizer ◄── mean of the batch ◄── stages ◄── (dead if not) ◄──────┘
//! local         weights of its own instead of gradients, every H steps; the mean is assigned    local.rs
//! ```
//!
//! Stages lie beside their variables and the arbiter beside the global step, so everything after the gradients happens on the
//! parameter servers, in the step of the worker that completed a batch; nobody's process but the parameter servers' has to live for
//! others to go on. Workers also keep two small tables beside the global step (`board.rs`): which policy each has, so that those
//! who disagree find out, and what became of each one's gradients.

mod board;
mod direct;
mod exchange;
pub(crate) mod local;
mod membership;
mod tokens;

use std::{sync::Arc, time::Duration};

use regatta_graph::Outlet;
use regatta_replication::{Policy, Replica, Way};
pub use regatta_replication::{Receipt, Tally, Workers, forms};
use regatta_status::Result;
use regatta_tensor::Tensor;

use self::{
    board::Board,
    direct::Direct,
    exchange::Arbitrated,
    local::{Copies, Local, LocalTraining},
    membership::Membership,
    tokens::Tokens,
};
use crate::{
    graph::Graph, hooks::Hook, monitored::MonitoredSession, optimizer::Optimizer, session::Session,
    sync_replicas::SyncReplicasHook, variable::Variable,
};

/// A worker among others, and the policy they train by.
pub struct Replicas {
    policy: Policy,
    workers: Workers,
    replica: Replica,
    lease: Duration,
    learning_rate: f64,
    copies: Option<Copies>,
}

impl Replicas {
    /// The worker with this index. Policies are written as `--policy` takes them: `sync`, `backup:1`; see [`forms`].
    pub fn new(policy: &str, workers: Workers, index: usize) -> Result<Replicas> {
        let policy = Policy::new(policy, &workers)?;
        // A worker that is started again is another one, and a later one.
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let incarnation = since.map_or(0, |since| since.as_micros() as i64);
        let replica = Replica { worker: index, incarnation };
        Ok(Replicas { policy, workers, replica, lease: Duration::from_secs(10), learning_rate: 0.0, copies: None })
    }

    /// How long a worker that is not heard of is waited for (ten seconds).
    pub fn lease(self, lease: Duration) -> Replicas {
        Replicas { lease, ..self }
    }

    /// The learning rate, for `local:auto`, which weighs what a step brings against what it costs.
    pub fn learning_rate(self, learning_rate: f64) -> Replicas {
        Replicas { learning_rate, ..self }
    }

    /// How many workers' batches make one step: by how much larger the learning rate may be.
    pub fn batches_per_step(&self) -> usize {
        self.policy.batches_per_step(self.workers.count())
    }

    /// Builds the model that is trained: with local steps its weights are this worker's own copies.
    pub fn model<T>(&mut self, g: &mut Graph, make: impl FnOnce(&mut Graph) -> Result<T>) -> Result<T> {
        match self.policy.way() {
            Way::Local(_) => {
                let (made, copies) = Copies::of(g, self.replica.worker, make)?;
                self.copies = Some(copies);
                Ok(made)
            }
            Way::Direct(_) | Way::Tokens { .. } | Way::Arbitrated(_) => make(g),
        }
    }

    /// What makes this worker's part of a training step.
    pub fn minimize(
        self,
        g: &mut Graph,
        optimizer: Optimizer,
        loss: &Outlet,
        global_step: &Variable,
    ) -> Result<ReplicaTraining> {
        let board = Board::new(g, self.policy.text(), self.replica.worker, self.workers.count(), global_step)?;
        let mut membership = None;
        let mut sync = None;
        let steps: Box<dyn Steps> = match self.policy.way() {
            Way::Direct(compensation) => Box::new(Direct::build(g, optimizer, loss, global_step, *compensation)?),
            Way::Tokens { aggregate } => {
                let (tokens, hook) = Tokens::build(g, optimizer, loss, global_step, *aggregate, &self)?;
                sync = Some(hook);
                Box::new(tokens)
            }
            Way::Arbitrated(_) => {
                let member = Membership::build(g, &self, global_step)?;
                membership = Some(member.clone());
                Box::new(Arbitrated::build(g, optimizer, loss, global_step, member)?)
            }
            Way::Local(rules) => {
                let member = Membership::build(g, &self, global_step)?;
                let (copies, learning_rate) = (self.copies.clone().unwrap_or_default(), self.learning_rate);
                let learns = rules.learns() && learning_rate > 0.0;
                let training = LocalTraining { optimizer, copies, learns, learning_rate };
                let local = Local::build(g, training, loss, global_step, member.clone())?;
                membership = Some(member.with_welcome(local.pull()));
                Box::new(local)
            }
        };
        Ok(ReplicaTraining { steps, board, membership, sync, is_chief: self.replica.worker == 0 })
    }
}

/// A worker's training steps.
pub struct ReplicaTraining {
    steps: Box<dyn Steps>,
    board: Board,
    membership: Option<Membership>,
    sync: Option<SyncReplicasHook>,
    is_chief: bool,
}

/// A worker's steps, by the way that its gradients go.
trait Steps: Send {
    /// Makes a step; answers the fetched values and what became of the gradient.
    fn step(&mut self, session: &mut MonitoredSession, feeds: &[(Outlet, Tensor)], fetches: &[Outlet]) -> Result<Made>;
}

/// What came of a step.
#[derive(Clone, Debug)]
pub struct Made {
    /// The values of the fetched tensors.
    pub values: Vec<Tensor>,
    /// What became of the gradient; `None` if the step was a local one, and nothing was sent.
    pub receipt: Option<Receipt>,
    /// The number of steps so far, of all workers.
    pub global_step: i64,
    /// Whether the policy says that training is over.
    pub is_over: bool,
}

impl ReplicaTraining {
    /// What a monitored session needs for this worker to take part. For one session.
    pub fn hook(&mut self) -> ReplicaHook {
        ReplicaHook { board: self.board.clone(), membership: self.membership.take(), sync: self.sync.take() }
    }

    /// Makes a training step.
    pub fn step(
        &mut self,
        session: &mut MonitoredSession,
        feeds: &[(Outlet, Tensor)],
        fetches: &[Outlet],
    ) -> Result<Made> {
        let made = self.steps.step(session, feeds, fetches)?;
        if let Some(receipt) = made.receipt {
            self.board.count(receipt);
        }
        Ok(made)
    }

    /// What became of this worker's gradients.
    pub fn tally(&self) -> Tally {
        self.board.tally()
    }

    /// Adds summaries of what became of each worker's gradients (`replicas/worker_0/dropped`), which the chief writes.
    pub fn summarize(&self, g: &mut Graph) -> Result<()> {
        match self.is_chief {
            true => self.board.summarize(g),
            false => Ok(()),
        }
    }
}

/// Takes part in a monitored session: agrees with the others on the policy, joins them, and leaves at the end.
pub struct ReplicaHook {
    board: Board,
    membership: Option<Membership>,
    sync: Option<SyncReplicasHook>,
}

impl Hook for ReplicaHook {
    fn after_create_session(&mut self, session: &Arc<Session>) -> Result<()> {
        self.board.agree(session)?;
        if let Some(membership) = &mut self.membership {
            membership.join(session, &self.board)?;
        }
        match &mut self.sync {
            Some(sync) => sync.after_create_session(session),
            None => Ok(()),
        }
    }

    fn after_run(&mut self, step: &mut crate::hooks::StepResult<'_>) -> Result<()> {
        self.board.report_if_due(step.session)
    }

    fn end(&mut self, session: &Arc<Session>) -> Result<()> {
        if let Some(sync) = &mut self.sync {
            sync.end(session)?;
        }
        if let Some(membership) = &mut self.membership {
            membership.leave(session)?;
        }
        self.board.leave(session)
    }
}

/// Runs a step of a monitored session with some feeds, fetches and one more node.
fn run(
    session: &mut MonitoredSession,
    feeds: &[(Outlet, Tensor)],
    fetches: &[Outlet],
    target: &Outlet,
) -> Result<Vec<Tensor>> {
    let step = feeds.iter().fold(session.step(), |step, (tensor, value)| step.feed(tensor, value.clone()));
    fetches.iter().fold(step, |step, tensor| step.fetch(tensor)).op(target).run()
}
