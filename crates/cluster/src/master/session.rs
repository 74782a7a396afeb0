//! A client's session: a graph that grows, the steps compiled from it, and those that run.
//!
//! 1. `extend` puts functions in the place of their calls, checks new nodes and places them; what was placed stays where
//!    it is.
//! 2. `run` compiles a step the first time its feeds, fetches and targets are asked for together, and then runs it: one small
//!    message to each task that has a part in it. The first failure that is not an echo of another ends the others, whose
//!    calls are dropped and so cancelled.
//! 3. After each step, however it ended, every task is told to forget it; nobody waits for that.
//! 4. `close` ends what runs, and then the session on every worker.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::{StreamExt, future::join_all, stream::FuturesUnordered};
use regatta_graph::{Device, Graph, GraphDef, NodeNumbers, PlaceOptions, Signature, parse_tensor_name, place};
use regatta_runtime::Parcel;
use regatta_status::{
    Code, Result, Status, aborted, cancelled, deadline_exceeded, internal, invalid_argument, unavailable,
};
use regatta_tensor::Tensor;
use regatta_wire::{graph_to_proto, pb};
use tokio::{
    sync::{OnceCell, watch},
    time::Instant,
};

use super::{
    closed_queues::ClosedQueues,
    compile::{CompiledStep, compile},
    config::SessionConfig,
    partial_run::PartialRuns,
    worse,
};
use crate::{
    peers::WorkerHandle,
    spec::TaskName,
    worker::{DeviceInfo, RunGraph, StepId},
};

/// How long a worker may take to close a session before the master stops waiting for it.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) struct MasterSession {
    handle: String,
    config: SessionConfig,
    master: TaskName,
    workers: BTreeMap<TaskName, WorkerHandle>,
    devices: Vec<DeviceInfo>,
    graph: Mutex<Versioned>,
    compiled: Mutex<HashMap<Signature, Arc<OnceCell<Arc<CompiledStep>>>>>,
    pub(super) partial_runs: PartialRuns,
    callables: Mutex<HashMap<i64, Callable>>,
    /// Why the session was closed, once it is: what its steps end with.
    closed: watch::Sender<Option<Status>>,
    /// Numbers for the nodes that partitioning adds, which must not come twice in a session.
    node_numbers: Mutex<NodeNumbers>,
    closed_queues: ClosedQueues,
}

/// The graph, and how often it has been extended.
struct Versioned {
    /// As the client asked for it, with devices only partly named.
    requested: Graph,
    /// With every node on its device.
    placed: Arc<Graph>,
    version: i64,
}

/// A step that a client has named once, to run it by a number.
#[derive(Clone)]
struct Callable {
    feeds: Vec<String>,
    fetches: Vec<String>,
    targets: Vec<String>,
    options: RunOptions,
}

/// A step to run.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunStep {
    pub feeds: Vec<(String, Tensor)>,
    pub fetches: Vec<String>,
    pub targets: Vec<String>,
    pub options: RunOptions,
}

/// How to run it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RunOptions {
    pub timeout: Option<Duration>,
    pub with_trace: bool,
    pub with_partition_graphs: bool,
}

/// What came of it: the fetched tensors in the order they were asked for.
#[derive(Debug, Default)]
pub(crate) struct RunStepReply {
    pub tensors: Vec<(String, Tensor)>,
    pub metadata: Option<pb::RunMetadata>,
}

impl MasterSession {
    pub fn new(
        handle: String,
        config: SessionConfig,
        master: TaskName,
        workers: Vec<WorkerHandle>,
        devices: Vec<DeviceInfo>,
    ) -> MasterSession {
        MasterSession {
            handle,
            config,
            master,
            workers: workers.into_iter().map(|worker| (worker.task().clone(), worker)).collect(),
            devices,
            graph: Mutex::new(Versioned { requested: Graph::default(), placed: Arc::default(), version: 0 }),
            compiled: Mutex::default(),
            partial_runs: PartialRuns::default(),
            callables: Mutex::default(),
            closed: watch::channel(None).0,
            node_numbers: Mutex::default(),
            closed_queues: ClosedQueues::default(),
        }
    }

    pub fn handle(&self) -> &str {
        &self.handle
    }

    pub fn devices(&self) -> &[DeviceInfo] {
        &self.devices
    }

    pub fn worker(&self, task: &TaskName) -> Result<WorkerHandle> {
        self.workers.get(task).cloned().ok_or_else(|| unavailable(format!("task {task} is not used by this session")))
    }

    /// Numbers for the nodes that partitioning adds.
    pub fn node_numbers(&self) -> MutexGuard<'_, NodeNumbers> {
        lock(&self.node_numbers)
    }

    /// The graph as it is now.
    pub fn graph(&self) -> Arc<Graph> {
        Arc::clone(&lock(&self.graph).placed)
    }

    /// Adds nodes and places them. With `expected`, only if the graph has that version; answers the new one.
    pub fn extend(&self, def: GraphDef, expected: Option<i64>) -> Result<i64> {
        let mut current = lock(&self.graph);
        if let Some(expected) = expected
            && expected != current.version
        {
            return Err(aborted(format!("Current version is {} but caller expected {expected}.", current.version)));
        }
        let def = regatta_graph::lower(def, &current.requested.library)?;
        let mut graph = current.requested.clone();
        graph.extend(def)?;
        // Only for its errors: a graph that no step of could succeed is refused here, with the node's name.
        regatta_graph::infer_shapes(&graph)?;
        // What has a memory stays where it is; the rest is placed anew, as the new nodes may want it elsewhere.
        let assigned: Vec<Option<String>> =
            current.placed.iter().map(|(_, node)| node.op.is_stateful.then(|| node.device.clone())).collect();
        let devices: Vec<Device> = self
            .devices
            .iter()
            .map(|device| Device {
                name: device.name.clone(),
                kind: device.kind.clone(),
                incarnation: device.incarnation,
            })
            .collect();
        let placement = place(
            &graph,
            &PlaceOptions {
                devices: &devices,
                local_task: &self.master.to_string(),
                allow_soft_placement: self.config.allow_soft_placement,
                has_kernel: &|node, kind| kind == "CPU" && regatta_runtime::has_action(node.op.name),
                assigned: &assigned,
            },
        )?;
        if self.config.log_device_placement {
            for ((_, node), device) in graph.iter().zip(&placement).skip(assigned.len()) {
                tracing::info!(target: "placement", "{}: ({}): {device}", node.name, node.op.name);
            }
        }
        let mut placed = graph.clone();
        for (id, device) in graph.ids().zip(placement) {
            placed.node_mut(id).device = device;
        }
        (current.requested, current.placed) = (graph, Arc::new(placed));
        if expected.is_some() {
            current.version += 1;
        }
        Ok(current.version)
    }

    /// Opens the session on all its workers.
    pub async fn open_on_workers(&self, incarnation: u64) -> Result<()> {
        let isolate = self.config.isolate_session_state;
        let opened =
            self.workers.values().map(|worker| worker.create_session(&self.handle, isolate, &self.master, incarnation));
        join_all(opened).await.into_iter().collect()
    }

    /// Runs a step.
    pub async fn run(&self, request: RunStep) -> Result<RunStepReply> {
        let limit = request.options.timeout.or(self.config.operation_timeout);
        self.until_closed(limit, async {
            let signature = signature(&request.feeds, &request.fetches, &request.targets)?;
            let step = self.compiled(signature).await?;
            self.check_feeds(&request.feeds)?;
            let reply = tokio::select! {
                biased;
                reply = self.execute(&step, &request) => reply?,
                doom = self.closed_queues.wait(&step.queues.enqueues) => return Err(doom),
            };
            self.closed_queues.add(&step.queues.closes);
            Ok(reply)
        })
        .await
    }

    /// The compiled form of a step, made by the first who needs it while the others wait for that.
    pub async fn compiled(&self, signature: Signature) -> Result<Arc<CompiledStep>> {
        let cell = Arc::clone(lock(&self.compiled).entry(signature.clone()).or_default());
        let graph = self.graph();
        let step = cell
            .get_or_try_init(|| async { Ok::<_, Status>(Arc::new(compile(self, &graph, &signature).await?)) })
            .await;
        if step.is_err() {
            // Do not keep an entry for every mistake that a client makes.
            lock(&self.compiled).retain(|known, cell| *known != signature || cell.initialized());
        }
        step.cloned()
    }

    /// Refuses fed values of another type than the tensor they stand for, or of a shape that a placeholder excludes.
    pub fn check_feeds(&self, feeds: &[(String, Tensor)]) -> Result<()> {
        let graph = self.graph();
        for (name, tensor) in feeds {
            let output = graph.find_output(name)?;
            let node = graph.node(output.node);
            let expected = node.output_types[output.index].dtype;
            if tensor.dtype() != expected {
                return Err(invalid_argument(format!(
                    "tensor {name} is fed a {} value, but has type {expected}",
                    tensor.dtype()
                ))
                .at_node(&node.name));
            }
            if node.is("Placeholder")
                && let Some(regatta_graph::AttrValue::Shape(shape)) = node.attrs.get("shape")
                && !shape.admits(tensor.shape())
                // Old graphs say scalar where they mean unknown.
                && shape.rank() != Some(0)
            {
                return Err(invalid_argument(format!(
                    "Cannot feed value of shape {} for Tensor '{name}', which has shape {shape}",
                    tensor.shape()
                ))
                .at_node(&node.name));
            }
        }
        Ok(())
    }

    async fn execute(&self, step: &CompiledStep, request: &RunStep) -> Result<RunStepReply> {
        let id = StepId(rand::random_range(1..1i64 << 57));
        let calls = self.calls(step, &request.feeds, &request.fetches, request.options.with_trace)?;
        let _cleanup = CleanupOnDrop::new(step, id);
        let mut metadata = request.options.with_trace.then(pb::RunMetadata::default);
        let mut fetched = run_parts(step, id, calls, &mut metadata).await?;
        if request.options.with_partition_graphs {
            let graphs = step.parts.iter().map(|part| graph_to_proto(&part.graph)).collect();
            metadata.get_or_insert_default().partition_graphs = graphs;
        }
        Ok(RunStepReply { tensors: collect_fetches(step, &request.fetches, &mut fetched)?, metadata })
    }

    /// What each part of a step is to be told.
    pub(super) fn calls(
        &self,
        step: &CompiledStep,
        feeds: &[(String, Tensor)],
        fetches: &[String],
        with_trace: bool,
    ) -> Result<Vec<RunGraph>> {
        let mut calls: Vec<RunGraph> = step
            .parts
            .iter()
            .map(|part| RunGraph {
                session: self.handle.clone(),
                graph: part.graph_handle.clone(),
                with_trace,
                ..Default::default()
            })
            .collect();
        for (name, tensor) in feeds {
            // A feed that nothing in the step needs goes nowhere.
            if let Some(end) = step.feeds.get(&full_name(name)?) {
                calls[end.part].sends.push((end.key.clone(), tensor.clone()));
            }
        }
        for name in fetches {
            let end = step
                .fetches
                .get(&full_name(name)?)
                .ok_or_else(|| internal(format!("no part gives the fetched {name}")))?;
            if !calls[end.part].recv_keys.contains(&end.key) {
                calls[end.part].recv_keys.push(end.key.clone());
            }
        }
        Ok(calls)
    }

    /// Names a step, to run it by the number that is answered.
    pub async fn make_callable(
        &self,
        feeds: Vec<String>,
        fetches: Vec<String>,
        targets: Vec<String>,
        options: RunOptions,
    ) -> Result<i64> {
        let signature =
            Signature { feeds: feeds.clone(), fetches: fetches.clone(), targets: targets.clone() }.canonical()?;
        self.until_closed(self.config.operation_timeout, self.compiled(signature)).await?;
        let mut callables = lock(&self.callables);
        let handle = (0..).find(|handle| !callables.contains_key(handle)).unwrap_or_default();
        callables.insert(handle, Callable { feeds, fetches, targets, options });
        Ok(handle)
    }

    /// Runs a step by its number; the values are in the order in which its feeds were named.
    pub async fn run_callable(&self, handle: i64, values: Vec<Tensor>) -> Result<RunStepReply> {
        let callable = lock(&self.callables).get(&handle).cloned();
        let callable = callable.ok_or_else(|| {
            invalid_argument(format!("Attempted to run callable handle {handle}, which does not exist"))
        })?;
        if callable.feeds.len() != values.len() {
            return Err(invalid_argument(format!(
                "Expected {} feed values but got {}",
                callable.feeds.len(),
                values.len()
            )));
        }
        let feeds = callable.feeds.into_iter().zip(values).collect();
        self.run(RunStep { feeds, fetches: callable.fetches, targets: callable.targets, options: callable.options })
            .await
    }

    /// Forgets a named step.
    pub fn release_callable(&self, handle: i64) {
        lock(&self.callables).remove(&handle);
    }

    /// Does something, unless the session is closed or the time runs out first.
    pub(super) async fn until_closed<T>(
        &self,
        limit: Option<Duration>,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let mut closed = self.closed.subscribe();
        let out_of_time = async {
            match limit {
                Some(limit) => tokio::time::sleep(limit).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            cause = closed.wait_for(Option::is_some) => Err(match cause {
                Ok(cause) => cause.clone().unwrap_or_else(|| cancelled("Session was closed.")),
                Err(_) => cancelled("Session was closed."),
            }),
            result = work => result,
            () = out_of_time => Err(deadline_exceeded(format!("the step took longer than its {:?}", limit.unwrap_or_default()))),
        }
    }

    /// Ends what runs with this cause, and the session on all its workers.
    pub async fn close(&self, cause: &Status) {
        self.closed.send_replace(Some(cause.clone()));
        self.partial_runs.clear();
        let deadline = Instant::now() + CLOSE_TIMEOUT;
        let closed = self
            .workers
            .values()
            .map(|worker| async move { (worker.task(), worker.delete_session(&self.handle, deadline).await) });
        for (task, result) in join_all(closed).await {
            match result {
                Ok(()) => {}
                // Who is gone has taken its sessions along.
                Err(status) if status.code == Code::Unavailable => {
                    tracing::debug!("session {} ended with {task}: {status}", self.handle);
                }
                Err(status) => tracing::warn!("session {} could not be closed on {task}: {status}", self.handle),
            }
        }
    }
}

/// Runs all parts of a step at once; answers the values they give by key. The failure told is the original one, if any
/// part knows it; as soon as one does, the others are given up.
pub(super) async fn run_parts(
    step: &CompiledStep,
    id: StepId,
    calls: Vec<RunGraph>,
    metadata: &mut Option<pb::RunMetadata>,
) -> Result<HashMap<String, Parcel>> {
    let mut running: FuturesUnordered<_> =
        step.parts.iter().zip(calls).map(|(part, call)| part.worker.run_graph(id, call)).collect();
    let mut fetched = HashMap::new();
    let mut failure: Option<Status> = None;
    while let Some(result) = running.next().await {
        match result {
            Ok(reply) => {
                fetched.extend(reply.recvs);
                if let (Some(metadata), Some(stats)) = (metadata.as_mut(), reply.step_stats) {
                    metadata.step_stats.get_or_insert_default().dev_stats.extend(stats.dev_stats);
                }
            }
            Err(status) => {
                let is_original = !status.derived;
                failure = Some(worse(failure.take(), status));
                if is_original {
                    break;
                }
            }
        }
    }
    match failure {
        Some(status) => Err(status),
        None => Ok(fetched),
    }
}

/// The fetched values in the order in which they were asked for.
pub(super) fn collect_fetches(
    step: &CompiledStep,
    names: &[String],
    fetched: &mut HashMap<String, Parcel>,
) -> Result<Vec<(String, Tensor)>> {
    let mut tensors = Vec::with_capacity(names.len());
    for name in names {
        let end =
            step.fetches.get(&full_name(name)?).ok_or_else(|| internal(format!("no part gives the fetched {name}")))?;
        let tensor = match fetched.get(&end.key) {
            Some(Some(tensor)) => tensor.clone(),
            Some(None) => {
                return Err(invalid_argument(format!(
                    "Retval for {name}: the tensor is on a branch of the graph that was not taken"
                )));
            }
            None => return Err(internal(format!("the step ended without the fetched {name}"))),
        };
        tensors.push((name.clone(), tensor));
    }
    Ok(tensors)
}

/// The key under which a step is compiled, from what the client asks.
fn signature(feeds: &[(String, Tensor)], fetches: &[String], targets: &[String]) -> Result<Signature> {
    let feeds: Vec<String> = feeds.iter().map(|(name, _)| name.clone()).collect();
    Signature { feeds, fetches: fetches.to_vec(), targets: targets.to_vec() }.canonical()
}

/// `x` and `x:0` are the same tensor.
pub(super) fn full_name(name: &str) -> Result<String> {
    parse_tensor_name(name).map(|(node, index)| format!("{node}:{index}"))
}

/// Tells all tasks of a step to forget it, however it ended. Nobody waits for that.
pub(super) struct CleanupOnDrop {
    workers: Vec<WorkerHandle>,
    step: StepId,
}

impl CleanupOnDrop {
    pub fn new(step: &CompiledStep, id: StepId) -> CleanupOnDrop {
        CleanupOnDrop { workers: step.parts.iter().map(|part| part.worker.clone()).collect(), step: id }
    }
}

impl Drop for CleanupOnDrop {
    fn drop(&mut self) {
        for worker in self.workers.drain(..) {
            let step = self.step;
            match worker {
                WorkerHandle::Local(worker) => worker.cleanup_graph(step),
                // A task that cannot be reached has nothing left to clean.
                WorkerHandle::Remote(_) => drop(tokio::spawn(async move { drop(worker.cleanup_graph(step).await) })),
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
