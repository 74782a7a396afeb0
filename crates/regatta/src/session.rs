//! Sessions that block: a graph's steps, run on a master.

use std::{sync::Arc, time::Duration};

use regatta_cluster::{RunOptions, SessionConfig};
use regatta_graph::{GraphDef, Outlet};
use regatta_status::{Result, internal};
use regatta_tensor::Tensor;
use tokio::runtime::Runtime;

use crate::{graph::Graph, local::LocalCluster};

/// A session on a master. It is given what was added to the graph since the last step before the next one runs.
pub struct Session {
    runtime: Arc<Runtime>,
    inner: regatta_cluster::Session,
    /// How many of the graph's nodes, and functions, the master has.
    sent: usize,
    /// Kept alive by a session that has a cluster of its own.
    _cluster: Option<LocalCluster>,
}

impl Session {
    /// Opens a session on the master at `grpc://host:port`; waits until it can be reached.
    pub fn new(target: &str) -> Result<Session> {
        Session::with_config(target, SessionConfig::default())
    }

    /// As [`Session::new`], with a configuration.
    pub fn with_config(target: &str, config: SessionConfig) -> Result<Session> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = Arc::new(runtime.map_err(|e| internal(format!("cannot start the client's threads: {e}")))?);
        let inner = runtime.block_on(regatta_cluster::Session::create(target, &GraphDef::default(), config))?;
        Ok(Session { runtime, inner, sent: 0, _cluster: None })
    }

    /// A session on a task of its own in this process.
    pub fn local() -> Result<Session> {
        let cluster = LocalCluster::start(&[("local", 1)])?;
        let mut session = Session::new(&cluster.target("local", 0)?)?;
        session._cluster = Some(cluster);
        Ok(session)
    }

    /// Begins a step of the graph.
    pub fn step<'a>(&'a mut self, graph: &'a mut Graph) -> Step<'a> {
        let options = RunOptions::default();
        Step { session: self, graph, feeds: Vec::new(), fetches: Vec::new(), targets: Vec::new(), options }
    }

    /// Closes the session; variables stay on their tasks.
    pub fn close(self) -> Result<()> {
        self.runtime.block_on(self.inner.close())
    }

    fn bring_up_to_date(&mut self, graph: &mut Graph) -> Result<()> {
        if graph.len() > self.sent {
            let new = graph.since(self.sent)?;
            self.runtime.block_on(self.inner.extend(&new))?;
            self.sent = graph.len();
        }
        Ok(())
    }
}

/// A step about to be run.
#[must_use = "a step is run by `run`"]
pub struct Step<'a> {
    session: &'a mut Session,
    graph: &'a mut Graph,
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
        self.session.bring_up_to_date(self.graph)?;
        let feeds: Vec<(&str, Tensor)> =
            self.feeds.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        let fetches: Vec<&str> = self.fetches.iter().map(String::as_str).collect();
        let targets: Vec<&str> = self.targets.iter().map(String::as_str).collect();
        let session = &self.session;
        let outcome = session.runtime.block_on(session.inner.run_with(&feeds, &fetches, &targets, &self.options))?;
        Ok(outcome.tensors)
    }
}
