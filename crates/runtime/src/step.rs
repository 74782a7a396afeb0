//! What the nodes of one step share while it runs; it is dropped with the step.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use crate::{cancellation::Cancellation, rendezvous::Rendezvous, resources::Resources};

/// The surroundings of a step on one task.
pub struct StepContext {
    /// Where its edges to other devices, and to the client, meet.
    pub rendezvous: Arc<dyn Rendezvous>,
    /// What lives on the task.
    pub resources: Arc<Resources>,
    /// How its waits are ended if it fails or is stopped.
    pub cancellation: Cancellation,
    /// What dies with the step: stacks and arrays.
    pub(crate) own: Resources,
    trace: Option<Mutex<Vec<NodeTrace>>>,
}

/// When a node ran, for a step whose client asked to know.
#[derive(Clone, Debug)]
pub struct NodeTrace {
    /// The node's name.
    pub node: String,
    /// Its op.
    pub op: &'static str,
    /// When it began, since 1970.
    pub start: Duration,
    /// How long it took; for a receive, how long it waited.
    pub elapsed: Duration,
    /// Bytes of its outputs.
    pub output_bytes: usize,
}

impl StepContext {
    /// The surroundings of a step that begins. With `with_trace` every node's time is kept.
    pub fn new(rendezvous: Arc<dyn Rendezvous>, resources: Arc<Resources>, with_trace: bool) -> StepContext {
        StepContext {
            rendezvous,
            resources,
            cancellation: Cancellation::default(),
            own: Resources::default(),
            trace: with_trace.then(Mutex::default),
        }
    }

    /// The times of the nodes that have run so far; empty if they were not asked for.
    pub fn take_trace(&self) -> Vec<NodeTrace> {
        match &self.trace {
            Some(trace) => std::mem::take(&mut trace.lock().unwrap_or_else(PoisonError::into_inner)),
            None => Vec::new(),
        }
    }

    pub(crate) fn is_traced(&self) -> bool {
        self.trace.is_some()
    }

    pub(crate) fn add_trace(&self, node: NodeTrace) {
        if let Some(trace) = &self.trace {
            trace.lock().unwrap_or_else(PoisonError::into_inner).push(node);
        }
    }
}

pub(crate) fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
