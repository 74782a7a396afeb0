//! The steps that a worker has heard of, and where the edges of each meet.
//!
//! A step's rendezvous is made by whoever comes first: the master that runs the step, or a peer that asks for one of its
//! tensors. It goes when the master says so; one that only peers have asked for goes with the last of them, and one whose
//! master never says so (because it died) some time after its end.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use regatta_runtime::{LocalRendezvous, Parcel, Receiver, Rendezvous};
use regatta_status::{Result, Status, internal};
use tokio::sync::watch;

use super::StepId;
use crate::{lane::Ticket, peers::Peers, spec::TaskName};

/// How long a step that has ended is kept for a master that does not say that it is over.
const ORPHAN_AGE: Duration = Duration::from_secs(600);

/// How often the table is searched for such steps.
const ORPHAN_SEARCH_INTERVAL: Duration = Duration::from_secs(60);

#[derive(Default)]
pub(crate) struct StepTable {
    steps: Mutex<HashMap<StepId, Arc<StepRendezvous>>>,
    last_search: Mutex<Option<Instant>>,
}

impl StepTable {
    /// The rendezvous of a step that the master runs here.
    pub fn for_run(&self, step: StepId, task: &TaskName, peers: &Arc<Peers>) -> Arc<StepRendezvous> {
        let rendezvous = self.for_peer(step, task, peers);
        rendezvous.was_run.store(true, Ordering::Release);
        self.drop_orphans();
        rendezvous
    }

    /// Forgets steps that have ended long ago.
    fn drop_orphans(&self) {
        {
            let mut last = self.last_search.lock().unwrap_or_else(PoisonError::into_inner);
            if last.is_some_and(|last| last.elapsed() < ORPHAN_SEARCH_INTERVAL) {
                return;
            }
            *last = Some(Instant::now());
        }
        self.lock().retain(|_, rendezvous| !rendezvous.has_ended_before(ORPHAN_AGE));
    }

    /// The rendezvous of a step that a peer asks about, maybe before it is run.
    pub fn for_peer(&self, step: StepId, task: &TaskName, peers: &Arc<Peers>) -> Arc<StepRendezvous> {
        let make = || Arc::new(StepRendezvous::new(step, task, Arc::clone(peers)));
        Arc::clone(self.lock().entry(step).or_insert_with(make))
    }

    pub fn remove(&self, step: StepId) -> Option<Arc<StepRendezvous>> {
        self.lock().remove(&step)
    }

    pub fn abort_all(&self, cause: &Status) {
        let steps: Vec<_> = self.lock().drain().map(|(_, rendezvous)| rendezvous).collect();
        for rendezvous in steps {
            rendezvous.abort(cause);
        }
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<StepId, Arc<StepRendezvous>>> {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the edges of one step meet on this task. What a node of another task sends is fetched from there.
pub(crate) struct StepRendezvous {
    step: StepId,
    /// `/job:.../task:N/`, with which the names of this task's devices begin.
    own_prefix: String,
    local: LocalRendezvous,
    peers: Arc<Peers>,
    aborted: watch::Sender<Option<Status>>,
    /// Keys that are being fetched from other tasks.
    fetching: Arc<Mutex<HashMap<String, Fetching>>>,
    /// Whether the master has run the step here, and so will say when it is over.
    was_run: AtomicBool,
    /// Whether a call has begun the step, if it is run in several calls. Locked while one does.
    has_begun: Mutex<bool>,
    ended: Mutex<Option<Instant>>,
}

/// A value on its way here from another task.
struct Fetching {
    since: Instant,
    /// What it is given up by, if it comes by a lane. Other calls watch for the end of the step themselves.
    ticket: Option<Ticket>,
}

impl StepRendezvous {
    fn new(step: StepId, task: &TaskName, peers: Arc<Peers>) -> StepRendezvous {
        let (aborted, _) = watch::channel(None);
        let own_prefix = format!("{task}/");
        StepRendezvous {
            step,
            own_prefix,
            local: LocalRendezvous::default(),
            peers,
            aborted,
            fetching: Arc::default(),
            was_run: AtomicBool::new(false),
            has_begun: Mutex::default(),
            ended: Mutex::default(),
        }
    }

    /// Begins the step unless another of the calls that it is run in has done so: whether one has.
    pub fn begin_once(&self, begin: impl FnOnce() -> Result<()>) -> Result<bool> {
        let mut has_begun = self.has_begun.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *has_begun, true) {
            return Ok(true);
        }
        begin().map(|()| false)
    }

    /// Notes that the step runs no more on this task.
    pub fn set_ended(&self) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn has_ended_before(&self, age: Duration) -> bool {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|ended| ended.elapsed() > age)
    }

    /// Logs what the step waits for.
    pub fn report_waits(&self, task: &TaskName) {
        let mut waits: BTreeMap<String, Vec<(String, Instant)>> = BTreeMap::new();
        let remote: Vec<_> = self.lock_fetching().iter().map(|(key, fetching)| (key.clone(), fetching.since)).collect();
        for (key, since) in remote.into_iter().chain(self.local.waiting()) {
            // `device;incarnation;device;edge;frame`
            let mut parts = key.split(';');
            let (from, edge) = (parts.next().unwrap_or_default(), parts.nth(2).unwrap_or(&key));
            waits.entry(from.to_owned()).or_default().push((edge.to_owned(), since));
        }
        for (from, mut edges) in waits {
            edges.sort_by_key(|(_, since)| *since);
            let Some((edge, since)) = edges.first() else { continue };
            let more = match edges.len() - 1 {
                0 => String::new(),
                count => format!(" and {count} more"),
            };
            let (step, waited) = (self.step.0, since.elapsed());
            tracing::warn!("{task}: step {step} still waits for {edge}{more} of {from}, for {waited:.0?} now");
        }
    }

    /// Whether the key names a value that a device of this task sends.
    fn is_own(&self, key: &str) -> bool {
        key.starts_with(&self.own_prefix)
    }

    /// Ends the fetches that come by lanes.
    fn give_up_fetches(&self, cause: &Status) {
        // Called without the lock, which a receiver takes.
        let tickets: Vec<Ticket> = self.lock_fetching().values().filter_map(|it| it.ticket.clone()).collect();
        tickets.into_iter().for_each(|ticket| ticket.cancel(cause.clone().derived()));
    }

    fn lock_fetching(&self) -> MutexGuard<'_, HashMap<String, Fetching>> {
        self.fetching.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for StepRendezvous {
    fn drop(&mut self) {
        self.give_up_fetches(&internal("the step was dropped"));
    }
}

impl Rendezvous for StepRendezvous {
    fn send(&self, key: &str, parcel: Parcel) -> Result<()> {
        self.local.send(key, parcel)
    }

    fn try_recv(&self, key: &str) -> Option<Result<Parcel>> {
        if self.is_own(key) { self.local.try_recv(key) } else { None }
    }

    fn recv(&self, key: &str, receiver: Receiver) {
        if self.is_own(key) {
            return self.local.recv(key, receiver);
        }
        self.lock_fetching().insert(key.to_owned(), Fetching { since: Instant::now(), ticket: None });
        let fetching = Arc::clone(&self.fetching);
        let fetched = key.to_owned();
        let receiver: Receiver = Box::new(move |parcel| {
            fetching.lock().unwrap_or_else(PoisonError::into_inner).remove(&fetched);
            receiver(parcel);
        });
        let Some(ticket) = self.peers.fetch(self.step, key, &self.aborted, receiver) else { return };
        // It may have come already.
        if let Some(fetching) = self.lock_fetching().get_mut(key) {
            fetching.ticket = Some(ticket.clone());
        }
        // Whoever aborted the step meanwhile has not seen the ticket.
        let cause = self.aborted.borrow().clone();
        if let Some(cause) = cause {
            ticket.cancel(cause.derived());
        }
    }

    fn abort(&self, cause: &Status) {
        self.aborted.send_if_modified(|aborted| {
            let is_first = aborted.is_none();
            if is_first {
                *aborted = Some(cause.clone());
            }
            is_first
        });
        self.give_up_fetches(cause);
        self.local.abort(cause);
    }
}

/// Takes back a peer's request for a value when it is dropped, and forgets a step that nobody else has heard of.
pub(crate) struct Awaited {
    table: Arc<StepTable>,
    step: StepId,
    rendezvous: Arc<StepRendezvous>,
    key: String,
    ticket: Option<u64>,
}

impl Awaited {
    /// Calls back with a value of a step when it comes.
    pub fn new(
        table: &Arc<StepTable>,
        step: StepId,
        rendezvous: Arc<StepRendezvous>,
        key: String,
        receiver: Receiver,
    ) -> Awaited {
        let ticket = rendezvous.local.recv_with_ticket(&key, receiver);
        Awaited { table: Arc::clone(table), step, rendezvous, key, ticket }
    }
}

impl Drop for Awaited {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.rendezvous.local.withdraw(&self.key, ticket);
        }
        let mut steps = self.table.lock();
        // The table's own hold and ours: no step runs on it and no other peer waits.
        if Arc::strong_count(&self.rendezvous) == 2
            && !self.rendezvous.was_run.load(Ordering::Acquire)
            && steps.contains_key(&self.step)
        {
            steps.remove(&self.step);
        }
    }
}
