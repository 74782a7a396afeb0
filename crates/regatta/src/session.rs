//! Sessions that block: a graph's steps, run on a master.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use regatta_cluster::{RunOptions, RunOutcome, SessionConfig};
use regatta_graph::{GraphDef, Outlet};
use regatta_status::{Code, Result, cancelled, deadline_exceeded, internal};
use regatta_tensor::Tensor;
use tokio::runtime::Runtime;

use crate::{graph::Graph, local::LocalCluster, timeline::RunMetadata};

/// How often it is looked whether the wait for a session is to end.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// A session on a master. It is given what was added to the graph since the last step before the next one runs.
///
/// Several threads may run steps of one session at once.
pub struct Session {
    runtime: Runtime,
    inner: regatta_cluster::Session,
    /// How many of the graph's nodes, and functions, the master has.
    sent: Mutex<usize>,
    /// Kept alive by a session that has a cluster of its own.
    _cluster: Option<LocalCluster>,
}

impl Session {
    /// Opens a session on the master at `grpc://host:port`; waits until it, and all tasks, can be reached, ten minutes at most.
    pub fn new(target: &str) -> Result<Session> {
        Session::with_config(target, SessionConfig::default())
    }

    /// As [`Session::new`], with a configuration.
    pub fn with_config(target: &str, config: SessionConfig) -> Result<Session> {
        Session::open(target, config, None, || false)
    }

    /// As [`Session::with_config`], but waits no longer than this.
    pub fn open_within(target: &str, config: SessionConfig, patience: Duration) -> Result<Session> {
        Session::open(target, config, Some(patience), || false)
    }

    /// As [`Session::with_config`], but waits no longer than this, and not if somebody says stop.
    pub(crate) fn open(
        target: &str,
        config: SessionConfig,
        patience: Option<Duration>,
        should_stop: impl Fn() -> bool,
    ) -> Result<Session> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|e| internal(format!("cannot start the client's threads: {e}")))?;
        let nothing = GraphDef::default();
        let create = regatta_cluster::Session::create_within(target, &nothing, config, patience);
        let stopped = async {
            while !should_stop() {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        let inner = runtime.block_on(async {
            tokio::select! {
                created = create => created.map_err(|status| match (status.code, patience) {
                    (Code::DeadlineExceeded, Some(patience)) => {
                        deadline_exceeded(format!("no session on {target} after {patience:.0?}: {}", status.message))
                    }
                    _ => status,
                }),
                () = stopped => Err(cancelled(format!("asked to stop while waiting for a session on {target}"))),
            }
        })?;
        Ok(Session { runtime, inner, sent: Mutex::new(0), _cluster: None })
    }

    /// A session on a task of its own in this process.
    pub fn local() -> Result<Session> {
        let cluster = LocalCluster::start(&[("local", 1)])?;
        let mut session = Session::new(&cluster.target("local", 0)?)?;
        session._cluster = Some(cluster);
        Ok(session)
    }

    /// Begins a step of the graph.
    pub fn step(&self, graph: &mut Graph) -> Step<'_> {
        let mut step = self.step_as_sent();
        step.sent = self.send(graph);
        step
    }

    /// Begins a step of the graph as the master has it, for threads that do not hold the graph: see [`Session::send`].
    pub fn step_as_sent(&self) -> Step<'_> {
        Step {
            session: self,
            sent: Ok(()),
            feeds: Vec::new(),
            fetches: Vec::new(),
            targets: Vec::new(),
            options: RunOptions::default(),
        }
    }

    /// Gives the master what was added to the graph; [`Session::step`] does so by itself.
    pub fn send(&self, graph: &mut Graph) -> Result<()> {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if graph.len() > *sent {
            let new = graph.since(*sent)?;
            self.runtime.block_on(self.inner.extend(&new))?;
            *sent = graph.len();
        }
        Ok(())
    }

    /// Closes the session: its steps that run end with `CANCELLED`. Variables stay on their tasks.
    pub fn close(&self) -> Result<()> {
        self.runtime.block_on(self.inner.close())
    }
}

/// A step about to be run.
#[must_use = "a step is run by `run`"]
pub struct Step<'a> {
    session: &'a Session,
    sent: Result<()>,
    feeds: Vec<(String, Tensor)>,
    fetches: Vec<String>,
    targets: Vec<String>,
    options: RunOptions,
}

impl Step<'_> {
    /// Uses this value for a tensor.
    pub fn feed(mut self, tensor: &Outlet, value: Tensor) -> Self {
        self.feeds.push((tensor.name(), value));
        self
    }

    /// Answers this tensor's value.
    pub fn fetch(mut self, tensor: &Outlet) -> Self {
        self.fetches.push(tensor.name());
        self
    }

    /// Answers these tensors' values.
    pub fn fetch_all<'o>(mut self, tensors: impl IntoIterator<Item = &'o Outlet>) -> Self {
        self.fetches.extend(tensors.into_iter().map(Outlet::name));
        self
    }

    /// Runs this node, whatever it gives.
    pub fn op(mut self, node: &Outlet) -> Self {
        self.targets.push(node.node().to_owned());
        self
    }

    /// Ends the step with `DEADLINE_EXCEEDED` if it takes longer.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// Runs the step; the values are those of the fetched tensors, in order.
    pub fn run(self) -> Result<Vec<Tensor>> {
        Ok(self.outcome()?.tensors)
    }

    /// As [`Step::run`], and tells when each node ran, and where.
    pub fn run_traced(mut self) -> Result<(Vec<Tensor>, RunMetadata)> {
        self.options.trace = true;
        let outcome = self.outcome()?;
        Ok((outcome.tensors, RunMetadata::new(outcome.metadata.unwrap_or_default())))
    }

    fn outcome(self) -> Result<RunOutcome> {
        self.sent?;
        let feeds: Vec<(&str, Tensor)> =
            self.feeds.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let fetches: Vec<&str> = self.fetches.iter().map(String::as_str).collect();
        let targets: Vec<&str> = self.targets.iter().map(String::as_str).collect();
        let session = self.session;
        session.runtime.block_on(session.inner.run_with(&feeds, &fetches, &targets, &self.options))
    }
}
