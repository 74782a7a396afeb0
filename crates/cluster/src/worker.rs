//! The worker of a task: keeps registered partitions, runs their steps, and hands tensors to other tasks.
//!
//! The life of things here:
//! 1. A master opens a session (`create_session`). Sessions share the task's variables, unless one asked to be isolated.
//! 2. It registers a partition (`register_graph`): checked and compiled once, under a handle of that session.
//! 3. It runs steps of it (`run_graph`), any number at once. A step's edges to other tasks meet in the step's rendezvous, which
//!    exists from the first thing heard of the step (a peer may ask for a tensor before the step begins here) until the
//!    master says that the step is over (`cleanup_graph`), since a peer may also ask after it has ended here.
//! 4. Dropping the future of `run_graph`, which is what a closed stream does, stops the step.
//! 5. The master closes the session (`delete_session`); what is left of its steps and graphs goes with it.
//!
//! Plain types in, plain types out; the messages are decoded and encoded in `worker/service.rs`.

pub(crate) mod service;
mod session;
mod steps;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use regatta_graph::{Graph, GraphDef, def::Library, lower};
use regatta_runtime::{FileAccess, Parcel, Pool, Receiver, Rendezvous, Resources, RunningStep, StepContext};
use regatta_status::{Result, Status, aborted, cancelled, internal, invalid_argument};
use regatta_tensor::Tensor;
use regatta_wire::pb;
use tokio::sync::oneshot;

use crate::{peers::Peers, request_ids::RecentRequests, spec::TaskName, waiting};
use session::WorkerSession;
pub(crate) use steps::Awaited;
use steps::{StepRendezvous, StepTable};

/// How many request ids are remembered, as many as TensorFlow remembers.
const RECENT_REQUESTS: usize = 100_000;

/// A step of a cluster, known by the same random number on all its tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepId(pub i64);

/// A device of a task as it presents itself to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// The full name.
    pub name: String,
    /// `CPU`, `GPU`.
    pub kind: String,
    /// Bytes of memory it may use.
    pub memory_limit: i64,
    /// A random number of this life of the task, by which a restart is noticed.
    pub incarnation: u64,
    /// Free text.
    pub description: String,
}

/// What `run_graph` is asked.
#[derive(Clone, Debug, Default)]
pub struct RunGraph {
    /// The session, empty for the one that always exists.
    pub session: String,
    /// The registered graph.
    pub graph: String,
    /// The values that the client feeds, by rendezvous key.
    pub sends: Vec<(String, Tensor)>,
    /// The keys of the values that the client wants.
    pub recv_keys: Vec<String>,
    /// Whether to keep each node's time.
    pub with_trace: bool,
    /// Whether to answer the registered graph.
    pub with_partition_graph: bool,
    /// Whether this is one of several calls that make one step.
    pub is_partial: bool,
    /// Whether this is the last of them.
    pub is_last_partial: bool,
}

/// What `run_graph` answers.
#[derive(Clone, Debug, Default)]
pub struct RunGraphReply {
    /// The values asked for, in the order of the keys; a dead one has no tensor.
    pub recvs: Vec<(String, Parcel)>,
    /// The nodes' times by device, if they were asked for.
    pub step_stats: Option<pb::StepStats>,
    /// The registered graph, if it was asked for.
    pub partition_graph: Option<GraphDef>,
}

/// The worker of a task.
pub struct Worker {
    task: TaskName,
    devices: Vec<DeviceInfo>,
    resources: Arc<Resources>,
    sessions: Mutex<HashMap<String, Arc<WorkerSession>>>,
    steps: Arc<StepTable>,
    peers: Arc<Peers>,
    pool: Pool,
    recent_receives: RecentRequests,
    recent_runs: RecentRequests,
}

impl Worker {
    /// A worker for a task with one CPU device. `peers` are the others, from whom it fetches tensors; `files` are those that its
    /// ops may touch.
    pub fn new(task: TaskName, peers: Arc<Peers>, pool: Pool, files: FileAccess) -> Worker {
        // Zero would mean "unknown" to a peer.
        let incarnation = rand::random_range(1..=u64::MAX);
        let device = DeviceInfo {
            name: task.cpu(),
            kind: "CPU".into(),
            memory_limit: 256 << 20,
            incarnation,
            description: String::new(),
        };
        let resources = Arc::new(Resources::new(files));
        // Clients of old masters do not open sessions: the empty handle is always there.
        let legacy = Arc::new(WorkerSession::new(Arc::clone(&resources)));
        Worker {
            task,
            devices: vec![device],
            resources,
            sessions: Mutex::new(HashMap::from([(String::new(), legacy)])),
            steps: Arc::new(StepTable::default()),
            peers,
            pool,
            recent_receives: RecentRequests::new(RECENT_REQUESTS),
            recent_runs: RecentRequests::new(RECENT_REQUESTS),
        }
    }

    /// The task's name.
    pub fn task(&self) -> &TaskName {
        &self.task
    }

    /// The task's devices.
    pub fn devices(&self) -> &[DeviceInfo] {
        &self.devices
    }

    /// Opens a session; opening it twice is no error, since a master may not have heard the first answer.
    pub fn create_session(&self, handle: &str, isolate_state: bool) {
        let resources = if isolate_state { Arc::new(self.resources.isolated()) } else { Arc::clone(&self.resources) };
        self.lock_sessions().entry(handle.to_owned()).or_insert_with(|| Arc::new(WorkerSession::new(resources)));
    }

    /// Closes a session and drops its graphs; its running steps are stopped. Closing it twice is no error.
    pub fn delete_session(&self, handle: &str) {
        if handle.is_empty() {
            return;
        }
        let closed = self.lock_sessions().remove(handle);
        if let Some(session) = closed {
            session.close(&cancelled(format!("Session {handle} was closed.")));
        }
    }

    /// Checks and compiles a partition whose nodes all lie on this task; answers the handle to run it by.
    pub fn register_graph(&self, session: &str, graph: GraphDef) -> Result<String> {
        let session = self.session(session)?;
        // A master lowers what it cuts, but leaves calls to functions that lie wholly on one device.
        let graph = Graph::from_def(lower(graph, &Library::default())?)?;
        for (_, node) in graph.iter() {
            if node.device.is_empty() {
                return Err(
                    invalid_argument(format!("Missing device placement for node '{}'", node.name)).at_node(&node.name)
                );
            }
            if !self.devices.iter().any(|device| device.name == node.device) {
                let known: Vec<&str> = self.devices.iter().map(|device| device.name.as_str()).collect();
                return Err(invalid_argument(format!(
                    "Node '{}' is on the unknown device {}; this task has [{}]",
                    node.name,
                    node.device,
                    known.join(", ")
                ))
                .at_node(&node.name));
            }
        }
        session.register(graph)
    }

    /// Forgets a registered graph.
    pub fn deregister_graph(&self, session: &str, graph: &str) -> Result<()> {
        self.session(session)?.deregister(graph)
    }

    /// Runs a step of a registered graph and answers the values that were asked for. Dropping the future stops the step.
    pub async fn run_graph(self: &Arc<Self>, step: StepId, request: RunGraph) -> Result<RunGraphReply> {
        let session = self.session(&request.session)?;
        let rendezvous = self.steps.for_run(step, &self.task, &self.peers);
        if request.is_partial {
            let reply = self.run_partial(step, &session, &rendezvous, request).await;
            if let Err(status) = &reply {
                let _ended = EndedOnDrop { session: &session, rendezvous: &rendezvous, step };
                // Other calls of the step may wait for what will not come: they are told why, before dropping the run says only
                // that it was stopped.
                rendezvous.abort(status);
                drop(session.remove_partial_run(step));
            }
            return reply;
        }
        let _ended = EndedOnDrop { session: &session, rendezvous: &rendezvous, step };
        let (_stop_on_drop, finished, context) = self.start(&session, step, &request, &rendezvous)?;
        self.wait(&rendezvous, finished).await?;
        let recvs = take_all(&rendezvous, &request.recv_keys)?;
        let partition_graph = match request.with_partition_graph {
            true => Some(session.registered(&request.graph)?.graph.to_def()),
            false => None,
        };
        let step_stats = request.with_trace.then(|| service::step_stats(&self.devices[0].name, context.take_trace()));
        Ok(RunGraphReply { recvs, step_stats, partition_graph })
    }

    /// One call of a step that is fed and fetched in several: the first to arrive starts it, every one adds feeds and waits
    /// for its own fetches, the last waits for the end. A client may make them at the same time, and then the last may
    /// arrive before others.
    async fn run_partial(
        self: &Arc<Self>,
        step: StepId,
        session: &Arc<WorkerSession>,
        rendezvous: &Arc<StepRendezvous>,
        request: RunGraph,
    ) -> Result<RunGraphReply> {
        let has_begun_before = rendezvous.begin_once(|| {
            let (running, finished, context) = self.start(session, step, &request, rendezvous)?;
            session.add_partial_run(step, session::PartialRun { _running: running, finished, context });
            Ok(())
        })?;
        if has_begun_before {
            send_all(rendezvous, &request.sends)?;
        }
        let mut recvs = Vec::with_capacity(request.recv_keys.len());
        for key in &request.recv_keys {
            let (sender, receiver) = oneshot::channel();
            rendezvous.recv(key, Box::new(move |parcel| drop(sender.send(parcel))));
            let parcel = receiver.await.map_err(|_| internal("the step's rendezvous was dropped"))??;
            recvs.push((key.clone(), parcel));
        }
        let mut step_stats = None;
        if request.is_last_partial
            && let Some(partial) = session.remove_partial_run(step)
        {
            let _ended = EndedOnDrop { session, rendezvous, step };
            self.wait(rendezvous, partial.finished).await?;
            step_stats =
                request.with_trace.then(|| service::step_stats(&self.devices[0].name, partial.context.take_trace()));
        }
        Ok(RunGraphReply { recvs, step_stats, partition_graph: None })
    }

    /// Starts a step on the compute threads.
    fn start(
        &self,
        session: &WorkerSession,
        step: StepId,
        request: &RunGraph,
        rendezvous: &Arc<StepRendezvous>,
    ) -> Result<(StopOnDrop, oneshot::Receiver<Result<()>>, Arc<StepContext>)> {
        let program = session.registered(&request.graph)?.program;
        send_all(rendezvous, &request.sends)?;
        session.check_open()?;
        let shared: Arc<dyn Rendezvous> = Arc::clone(rendezvous) as Arc<dyn Rendezvous>;
        let context = Arc::new(StepContext::new(shared, Arc::clone(session.resources()), request.with_trace));
        let (sender, finished) = oneshot::channel();
        let running =
            regatta_runtime::run(program, Arc::clone(&context), &self.pool, move |result| drop(sender.send(result)));
        session.watch(step, running.clone());
        Ok((StopOnDrop(running), finished, context))
    }

    /// Waits for a step to end, and says from time to time what it waits for.
    async fn wait(&self, rendezvous: &StepRendezvous, mut finished: oneshot::Receiver<Result<()>>) -> Result<()> {
        loop {
            match tokio::time::timeout(waiting::REPORT_INTERVAL, &mut finished).await {
                Ok(Ok(result)) => return result,
                Ok(Err(_)) => return Err(internal("a step ended without a result")),
                Err(_) => rendezvous.report_waits(&self.task),
            }
        }
    }

    /// Waits for a tensor of a step that a node of this task sends to another task. Consumes it.
    pub async fn recv_tensor(&self, step: StepId, key: String, request_id: i64) -> Result<Parcel> {
        self.recent_receives.track(request_id, "RecvTensor (GrpcWorker)")?;
        let (sender, receiver) = oneshot::channel();
        // Declared after the receiver, so that a call given up by its peer withdraws before anything else is dropped.
        let _awaited = self.await_tensor(step, key, Box::new(move |parcel| drop(sender.send(parcel))))?;
        receiver.await.map_err(|_| internal("the step's rendezvous was dropped"))?
    }

    /// As [`Worker::recv_tensor`], with a callback. Dropping what is answered takes the request back.
    pub(crate) fn await_tensor(&self, step: StepId, key: String, receiver: Receiver) -> Result<Awaited> {
        self.check_key(&key)?;
        let rendezvous = self.steps.for_peer(step, &self.task, &self.peers);
        Ok(Awaited::new(&self.steps, step, rendezvous, key, receiver))
    }

    /// Has a value sent as a node of a step would send it.
    #[cfg(test)]
    pub(crate) fn send_in_step(&self, step: StepId, key: &str, parcel: Parcel) -> Result<()> {
        self.steps.for_run(step, &self.task, &self.peers).send(key, parcel)
    }

    /// How many steps are known.
    #[cfg(test)]
    pub(crate) fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// Refuses keys that do not name a device of this task in its present life.
    fn check_key(&self, key: &str) -> Result<()> {
        let key: regatta_graph::RendezvousKey = key.parse()?;
        let Some(device) = self.devices.iter().find(|device| device.name == key.send_device) else {
            return Err(invalid_argument(format!(
                "RecvTensor: device {} is not on this task {}",
                key.send_device, self.task
            )));
        };
        if device.incarnation != key.send_incarnation {
            return Err(aborted(format!(
                "RecvTensor expects a different device incarnation: {} vs. {}. Your worker job (\"{}\") was probably \
                 restarted. Check your worker job for the reason why it was restarted.",
                key.send_incarnation, device.incarnation, self.task
            )));
        }
        Ok(())
    }

    /// Forgets what is left of a step: nobody will ask for it any more.
    pub fn cleanup_graph(&self, step: StepId) {
        if let Some(rendezvous) = self.steps.remove(step) {
            rendezvous.abort(&cancelled("the step was cleaned up"));
        }
    }

    /// Forgets the variables in these containers; none named means the default one.
    pub fn cleanup_all(&self, containers: &[String]) {
        self.resources.clear(containers);
    }

    /// Refuses a `RunGraph` that was received before.
    pub fn track_run(&self, request_id: i64) -> Result<()> {
        self.recent_runs.track(request_id, "RunGraph (GrpcWorker)")
    }

    /// Stops everything, for a server that stops.
    pub fn stop(&self, cause: &Status) {
        let sessions: Vec<_> = self.lock_sessions().drain().map(|(_, session)| session).collect();
        for session in sessions {
            session.close(cause);
        }
        self.steps.abort_all(cause);
    }

    fn session(&self, handle: &str) -> Result<Arc<WorkerSession>> {
        self.lock_sessions().get(handle).cloned().ok_or_else(|| {
            aborted(format!(
                "Session handle is not found: {handle}. Possibly this worker (\"{}\") just restarted.",
                self.task
            ))
        })
    }

    fn lock_sessions(&self) -> MutexGuard<'_, HashMap<String, Arc<WorkerSession>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops a step when the one who waits for it gives up. Stopping a step that has ended does nothing.
pub(crate) struct StopOnDrop(RunningStep);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop(cancelled("RunGraph was cancelled by its caller"));
    }
}

/// Notes that a step has ended here, well or not.
struct EndedOnDrop<'a> {
    session: &'a WorkerSession,
    rendezvous: &'a StepRendezvous,
    step: StepId,
}

impl Drop for EndedOnDrop<'_> {
    fn drop(&mut self) {
        self.session.unwatch(self.step);
        self.rendezvous.set_ended();
    }
}

fn send_all(rendezvous: &StepRendezvous, sends: &[(String, Tensor)]) -> Result<()> {
    sends.iter().try_for_each(|(key, tensor)| rendezvous.send(key, Some(tensor.clone())))
}

/// The values that a step has left for its client.
fn take_all(rendezvous: &StepRendezvous, keys: &[String]) -> Result<Vec<(String, Parcel)>> {
    let take = |key: &String| match rendezvous.try_recv(key) {
        Some(parcel) => Ok((key.clone(), parcel?)),
        None => Err(internal(format!("the step ended without the value {key}"))),
    };
    keys.iter().map(take).collect()
}
