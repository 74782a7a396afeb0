//! A worker as the arbiter knows it: it joins, is heard of, and leaves.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use regatta_graph::{AttrList, Outlet};
use regatta_status::{Code, Result, Status, deadline_exceeded, unimplemented};
use regatta_tensor::Tensor;

use super::{Replicas, board::Board};
use crate::{coordinator::Coordinator, graph::Graph, session::Session, variable::Variable};

/// After how long somebody who waits for others says for whom.
const REPORT_EVERY: Duration = Duration::from_secs(2);
/// How long the others may take to join.
const PATIENCE: Duration = Duration::from_secs(600);
/// How long a word to the arbiter may take.
const STEP_TIMEOUT: Duration = Duration::from_secs(30);

/// A worker's place among the others.
#[derive(Clone)]
pub(super) struct Membership {
    pub(super) arbiter: Outlet,
    /// The worker and its incarnation.
    pub(super) numbers: [i64; 2],
    policy: String,
    workers: usize,
    lease: Duration,
    joined: Outlet,
    roster: Outlet,
    beat: Outlet,
    left: Outlet,
    /// What a worker does when it has joined.
    welcome: Option<Outlet>,
    position: Arc<Mutex<Position>>,
    threads: Arc<Mutex<Coordinator>>,
}

/// Where the cluster is, as far as the worker knows.
#[derive(Clone, Copy, Default)]
pub(super) struct Position {
    pub(super) version: i64,
    /// Before each push.
    pub(super) local_steps: i64,
}

impl Position {
    pub(super) fn is_over(self) -> bool {
        self.local_steps < 0
    }
}

impl Membership {
    pub(super) fn build(g: &mut Graph, replicas: &Replicas, global_step: &Variable) -> Result<Membership> {
        let policy = replicas.policy.text().to_owned();
        let numbers = [replicas.replica.worker as i64, replicas.replica.incarnation];
        let hosts = replicas.workers.hosts().iter().map(|host| host.clone().into_bytes()).collect();
        let hosts = AttrList { strings: hosts, ..AttrList::default() };
        g.colocate_with(global_step.handle(), |g| {
            g.name_scope("replicas", |g| {
                let arbiter = g.node("ReplicaArbiter", "arbiter").attr("policy", policy.as_str()).attr("hosts", hosts);
                let arbiter = arbiter.attr("lease_ms", replicas.lease.as_millis().max(1) as i64);
                // Another policy, in a later run, has another arbiter.
                let arbiter = arbiter.attr("shared_name", format!("replica_arbiter/{policy}")).finish()?;
                let replica = g.constant(Tensor::vector(numbers.to_vec()))?;
                let step = global_step.read(g)?;
                let joined = g.node("ReplicaJoin", "join").inputs([&arbiter, &replica, &step]).finish()?;
                let roster = g.node("ReplicaRoster", "roster").input(&arbiter).finish()?;
                let beat = g.node("ReplicaBeat", "beat").inputs([&arbiter, &replica]).finish()?;
                let left = g.node("ReplicaLeave", "leave").inputs([&arbiter, &replica]).finish()?;
                let (workers, lease) = (replicas.workers.count(), replicas.lease);
                let (position, threads) = (Arc::default(), Arc::default());
                let welcome = None;
                Ok(Membership {
                    arbiter,
                    numbers,
                    policy,
                    workers,
                    lease,
                    joined,
                    roster,
                    beat,
                    left,
                    welcome,
                    position,
                    threads,
                })
            })
        })
    }

    /// Runs this node whenever the worker has joined.
    pub(super) fn with_welcome(self, welcome: &Outlet) -> Membership {
        Membership { welcome: Some(welcome.clone()), ..self }
    }

    pub(super) fn position(&self) -> Position {
        *self.lock_position()
    }

    pub(super) fn set_position(&self, position: Position) {
        *self.lock_position() = position;
    }

    fn lock_position(&self) -> MutexGuard<'_, Position> {
        self.position.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the others are there too, if the policy wants that, and is heard of from then on.
    pub(super) fn join(&self, session: &Arc<Session>, board: &Board) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        let state = loop {
            let step = session.step_as_sent().fetch(&self.joined).timeout(REPORT_EVERY);
            match step.run() {
                Ok(state) => break state,
                Err(status) if status.code == Code::DeadlineExceeded => {
                    let missing = self.missing(session)?;
                    // They may be there, and not come because their policy is another.
                    board.still_agrees(session)?;
                    if Instant::now() >= until {
                        return Err(deadline_exceeded(format!("{missing} have not joined after {PATIENCE:.0?}")));
                    }
                    tracing::warn!("waiting for {missing}");
                }
                Err(status) => return Err(self.explained(status)),
            }
        };
        if let [version, local_steps] = *state[0].values::<i64>()? {
            self.set_position(Position { version, local_steps });
        }
        if let Some(welcome) = &self.welcome {
            session.step_as_sent().op(welcome).timeout(STEP_TIMEOUT).run()?;
        }
        let threads = Coordinator::new();
        let (beat, every, session) = (self.beat.clone(), self.lease / 5, session.clone());
        threads.spawn("heartbeat", move |threads| {
            while !threads.wait_for_stop(every) {
                // Ends with the session: what it was lost for is told by the worker's own steps.
                if let Err(status) = session.step_as_sent().op(&beat).timeout(STEP_TIMEOUT).run() {
                    tracing::debug!("no more heartbeats: {status}");
                    break;
                }
            }
            Ok(())
        })?;
        *self.threads.lock().unwrap_or_else(PoisonError::into_inner) = threads;
        Ok(())
    }

    pub(super) fn leave(&self, session: &Session) -> Result<()> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).request_stop();
        session.step_as_sent().op(&self.left).timeout(STEP_TIMEOUT).run().map(drop)
    }

    /// Who has not joined.
    fn missing(&self, session: &Session) -> Result<String> {
        let found = session.step_as_sent().fetch(&self.roster).timeout(STEP_TIMEOUT).run()?;
        let there = found[0].values::<i64>()?;
        let missing = (0..self.workers as i64).filter(|worker| !there.contains(worker));
        Ok(missing.map(|worker| format!("/job:worker/task:{worker}")).collect::<Vec<_>>().join(", "))
    }

    /// TensorFlow's parameter servers do not know the ops of an arbiter, and say so in their own words.
    pub(super) fn explained(&self, status: Status) -> Status {
        let is_ours = ["ReplicaArbiter", "GradientStage"].iter().any(|op| status.message.contains(op));
        let says_so = is_ours && status.message.contains("not registered");
        if !says_so {
            return status;
        }
        unimplemented(format!(
            "policy `{}` needs parameter servers of Regatta, and not all are; with TensorFlow's there are \
             async, dc-asgd and tf-sync ({status})",
            self.policy
        ))
    }
}
