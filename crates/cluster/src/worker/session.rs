//! A master's session on a worker: its compiled graphs, the stateful nodes they share, its running steps.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use regatta_graph::{Graph, fuse};
use regatta_runtime::{Action, Program, Resources, RunningStep, StepContext};
use regatta_status::{Result, Status, aborted};
use tokio::sync::oneshot;

use super::{StepId, StopOnDrop};

pub(super) struct WorkerSession {
    resources: Arc<Resources>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Why the session was closed, once it is.
    closed: Option<Status>,
    registered: HashMap<String, Registered>,
    next_program: u64,
    /// Nodes with a memory of their own (a random generator), by name: the same node in two programs is one thing.
    stateful: HashMap<String, Arc<Action>>,
    running: HashMap<StepId, RunningStep>,
    partial_runs: HashMap<StepId, PartialRun>,
}

/// A partition that was registered.
#[derive(Clone)]
pub(super) struct Registered {
    pub program: Arc<Program>,
    /// As it was checked, for clients that want to see it.
    pub graph: Arc<Graph>,
}

/// A step that is fed and fetched in several calls.
pub(super) struct PartialRun {
    /// Stops the step when the run is forgotten.
    pub _running: StopOnDrop,
    pub finished: oneshot::Receiver<Result<()>>,
    pub context: Arc<StepContext>,
}

impl WorkerSession {
    pub fn new(resources: Arc<Resources>) -> WorkerSession {
        WorkerSession { resources, state: Mutex::default() }
    }

    pub fn resources(&self) -> &Arc<Resources> {
        &self.resources
    }

    /// Compiles a graph; answers its handle, which is unique in the session.
    pub fn register(&self, graph: Graph) -> Result<String> {
        let program = Program::compile(&*fuse(&graph)?, |node| {
            if !node.op.is_stateful {
                return Ok(Arc::new(Action::build(node)?));
            }
            // Built under the lock: another step that is registered meanwhile may hold the same node.
            let mut state = self.lock();
            if let Some(known) = state.stateful.get(&node.name) {
                return Ok(Arc::clone(known));
            }
            let built = Arc::new(Action::build(node)?);
            // Sends and receives are called stateful to keep them from being merged, but remember nothing.
            if !matches!(*built, Action::Send(_) | Action::Recv(_)) {
                state.stateful.insert(node.name.clone(), Arc::clone(&built));
            }
            Ok(built)
        })?;
        let mut state = self.lock();
        let handle = format!("{:016x}", state.next_program);
        state.next_program += 1;
        let registered = Registered { program: Arc::new(program), graph: Arc::new(graph) };
        state.registered.insert(handle.clone(), registered);
        Ok(handle)
    }

    pub fn deregister(&self, handle: &str) -> Result<()> {
        self.lock().registered.remove(handle).map(drop).ok_or_else(|| unknown_graph(handle))
    }

    pub fn registered(&self, handle: &str) -> Result<Registered> {
        self.lock().registered.get(handle).cloned().ok_or_else(|| unknown_graph(handle))
    }

    /// Remembers a step, to be stopped when the session is closed.
    pub fn watch(&self, step: StepId, running: RunningStep) {
        let mut state = self.lock();
        match &state.closed {
            Some(cause) => running.stop(cause.clone()),
            None => drop(state.running.insert(step, running)),
        }
    }

    /// Forgets a step that has ended.
    pub fn unwatch(&self, step: StepId) {
        let ended = self.lock().running.remove(&step);
        // Dropped without the lock: the last hold on a step frees its tensors.
        drop(ended);
    }

    pub fn check_open(&self) -> Result<()> {
        self.lock().closed.clone().map_or(Ok(()), Err)
    }

    /// Stops the session's steps and drops its graphs.
    pub fn close(&self, cause: &Status) {
        let (running, partial_runs) = {
            let mut state = self.lock();
            state.closed = Some(cause.clone());
            state.registered.clear();
            state.stateful.clear();
            (std::mem::take(&mut state.running), std::mem::take(&mut state.partial_runs))
        };
        for step in running.into_values() {
            step.stop(cause.clone());
        }
        drop(partial_runs);
    }

    pub fn add_partial_run(&self, step: StepId, partial: PartialRun) {
        self.lock().partial_runs.insert(step, partial);
    }

    pub fn remove_partial_run(&self, step: StepId) -> Option<PartialRun> {
        self.lock().partial_runs.remove(&step)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown_graph(handle: &str) -> Status {
    aborted(format!("Graph handle is not found: {handle}"))
}
