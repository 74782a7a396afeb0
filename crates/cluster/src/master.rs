//! The master of a task: sessions that clients open, each with a graph that grows and steps that run on many tasks.
//!
//! Any task's master can serve any client; it asks the workers of the cluster (its own among them) to do the work.
//!
//! Opening a session waits until every task that the session may use has answered, as long as the client waits: an error instead
//! would only bring it back at once. A client that has said how long it waits hears a moment earlier which tasks have not answered.
//!
//! Plain types in, plain types out; the messages are decoded and encoded in `master/service.rs`.

mod closed_queues;
mod compile;
mod config;
mod partial_run;
pub(crate) mod service;
mod session;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::future::{join_all, try_join_all};
use regatta_graph::{DeviceName, GraphDef};
use regatta_status::{Code, Result, Status, aborted, cancelled, deadline_exceeded, invalid_argument};
use tokio::{task::block_in_place, time::Instant};

pub use config::SessionConfig;
pub(crate) use session::{MasterSession, RunOptions, RunStep, RunStepReply};

use crate::{
    peers::{Peers, WorkerHandle},
    request_ids::RecentRequests,
    spec::TaskName,
    worker::{DeviceInfo, Worker},
};

/// How long before a client's deadline it hears whom it waits for in vain.
const ANSWER_BEFORE: Duration = Duration::from_millis(500);

/// The master of a task.
pub struct Master {
    worker: Arc<Worker>,
    peers: Arc<Peers>,
    sessions: Mutex<HashMap<String, Arc<MasterSession>>>,
    recent_requests: RecentRequests,
}

impl Master {
    /// A master beside this worker.
    pub fn new(worker: Arc<Worker>, peers: Arc<Peers>) -> Master {
        Master { worker, peers, sessions: Mutex::default(), recent_requests: RecentRequests::new(100_000) }
    }

    /// Opens a session on a graph: waits for its tasks, checks and places the graph, opens it on the workers. The client waits
    /// until the deadline.
    pub async fn create_session(
        &self,
        graph: GraphDef,
        config: SessionConfig,
        deadline: Option<Instant>,
    ) -> Result<String> {
        let workers = self.workers(&config.device_filters)?;
        let devices = self.wait_for_devices(&workers, deadline).await?;
        let handle = format!("{:016x}", rand::random::<u64>());
        let session = MasterSession::new(handle.clone(), config, self.worker.task().clone(), workers, devices);
        block_in_place(|| session.extend(graph, None))?;
        let incarnation = self.worker.devices().first().map_or(0, |device| device.incarnation);
        session.open_on_workers(incarnation).await?;
        self.lock().insert(handle.clone(), Arc::new(session));
        tracing::info!("{}: opened session {handle}", self.worker.task());
        Ok(handle)
    }

    /// The session with this handle.
    pub(crate) fn session(&self, handle: &str) -> Result<Arc<MasterSession>> {
        self.lock().get(handle).cloned().ok_or_else(|| aborted(format!("Session {handle} is not found.")))
    }

    /// The devices that a session can use; without a handle, those of the whole cluster. The client waits until the deadline.
    pub async fn list_devices(&self, handle: &str, deadline: Option<Instant>) -> Result<Vec<DeviceInfo>> {
        if handle.is_empty() {
            return self.wait_for_devices(&self.workers(&[])?, deadline).await;
        }
        // Not `ABORTED` as elsewhere: TensorFlow does not take this call for a part of anybody's work.
        let session = self.lock().get(handle).cloned();
        let unknown =
            || invalid_argument(format!("Session {handle} is not found. Possibly, this master has restarted."));
        session.map(|session| session.devices().to_vec()).ok_or_else(unknown)
    }

    /// Closes a session: its running steps end with `CANCELLED`, its graphs go from all workers, its variables stay.
    pub async fn close_session(&self, handle: &str) -> Result<()> {
        let closed = self.lock().remove(handle);
        let Some(session) = closed else {
            return Err(aborted(format!("Session {handle} is not found. Possibly, this master has restarted.")));
        };
        session.close(&cancelled("Session was closed.")).await;
        tracing::info!("{}: closed session {handle}", self.worker.task());
        Ok(())
    }

    /// Clears containers on every task that the filters let through, and closes all sessions of this master, whose variables are gone.
    pub async fn reset(&self, containers: &[String], device_filters: &[String]) -> Result<()> {
        let workers = self.workers(device_filters)?;
        self.close_all(&cancelled("Session was closed by a reset.")).await;
        let cleared = join_all(workers.iter().map(|worker| worker.cleanup_all(containers))).await;
        cleared.into_iter().collect()
    }

    /// Refuses a request that was received before.
    pub(crate) fn track(&self, request_id: i64, method: &str) -> Result<()> {
        self.recent_requests.track(request_id, &format!("{method} (Master)"))
    }

    /// Ends all sessions and what runs in them, with this cause.
    pub async fn close_all(&self, cause: &Status) {
        let sessions: Vec<_> = self.lock().drain().map(|(_, session)| session).collect();
        join_all(sessions.iter().map(|session| session.close(cause))).await;
    }

    /// The workers that a session may use: all, or those that its filters name and the master's own.
    fn workers(&self, filters: &[String]) -> Result<Vec<WorkerHandle>> {
        let filters: Vec<DeviceName> = filters.iter().map(|filter| DeviceName::parse(filter)).collect::<Result<_>>()?;
        let passes = |task: &TaskName| {
            filters.is_empty() || task == self.worker.task() || filters.iter().any(|filter| filter_admits(filter, task))
        };
        self.peers.tasks().filter(|task| passes(task)).map(|task| self.peers.worker(task, &self.worker)).collect()
    }

    /// The devices of all these workers, once all have answered.
    async fn wait_for_devices(&self, workers: &[WorkerHandle], deadline: Option<Instant>) -> Result<Vec<DeviceInfo>> {
        let until = deadline.map(early);
        // Each call says in the log for whom it waits. One that came to nothing only for want of time lets the others go on.
        let ask = |worker: &WorkerHandle| {
            let worker = worker.clone();
            async move {
                match worker.get_status(until).await {
                    Err(status) if status.code == Code::DeadlineExceeded => Ok(Err(status.message)),
                    answer => answer.map(Ok),
                }
            }
        };
        let (mut devices, mut silent) = (Vec::new(), Vec::new());
        for answer in try_join_all(workers.iter().map(ask)).await? {
            match answer {
                Ok(found) => devices.extend(found),
                Err(why) => silent.push(why),
            }
        }
        match silent.is_empty() {
            true => Ok(devices),
            false => {
                Err(deadline_exceeded(format!("tasks that the session needs do not answer: {}", silent.join("; "))))
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<MasterSession>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A moment before a client's deadline: an answer has to travel, and after it nobody listens.
fn early(deadline: Instant) -> Instant {
    let left = deadline.saturating_duration_since(Instant::now());
    deadline - (left / 10).min(ANSWER_BEFORE)
}

/// Whether a filter such as `/job:ps` or `/job:worker/task:1` lets a task through.
fn filter_admits(filter: &DeviceName, task: &TaskName) -> bool {
    filter.job.as_ref().is_none_or(|job| *job == task.job) && filter.task.is_none_or(|index| index == task.index)
}

/// Of the failures of one step the one to tell: an original before its echoes, and a cause before a cancellation.
pub(crate) fn worse(known: Option<Status>, new: Status) -> Status {
    let weight = |status: &Status| (status.derived, status.code == Code::Cancelled);
    match known {
        Some(known) if weight(&known) <= weight(&new) => known,
        _ => new,
    }
}
