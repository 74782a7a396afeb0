//! The masters in this process, by the targets that clients name them by.
//!
//! A worker's client is nearly always in the same process as its master. Its steps need no socket: what is fed and fetched
//! is shared, not copied, and no thread is woken only to pass a message on. All other calls, and those to a master that is
//! gone, go the ordinary way.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use regatta_status::{Result, unavailable};
use tokio::runtime::Handle;

use crate::master::{Master, RunStep, RunStepReply};

/// The one thing that servers of a process share. It holds nothing alive.
static MASTERS: Mutex<BTreeMap<String, Weak<LocalMaster>>> = Mutex::new(BTreeMap::new());

/// A master of this process. It can be found as long as this is held.
pub(crate) struct LocalMaster {
    address: String,
    master: Arc<Master>,
    /// The threads of its server, which its steps belong to: the client's may end earlier.
    runtime: Handle,
}

impl LocalMaster {
    /// Lets clients find the master of the server at this address, whose runtime this is called in.
    pub fn announce(address: String, master: Arc<Master>) -> Arc<LocalMaster> {
        let local = Arc::new(LocalMaster { address: address.clone(), master, runtime: Handle::current() });
        lock().insert(address, Arc::downgrade(&local));
        local
    }

    /// The master at this address, if it is in this process and has this session.
    pub fn find(address: &str, session: &str) -> Weak<LocalMaster> {
        let found = lock().get(address).cloned().unwrap_or_default();
        match found.upgrade() {
            Some(local) if local.master.session(session).is_ok() => found,
            _ => Weak::new(),
        }
    }

    /// Runs a step of a session. Dropping the future stops it.
    pub async fn run(&self, session: &str, step: RunStep) -> Result<RunStepReply> {
        let session = self.master.session(session)?;
        let mut running = AbortOnDrop(self.runtime.spawn(async move { session.run(step).await }));
        let gone = |_| unavailable(format!("the server at {} was stopped", self.address));
        (&mut running.0).await.map_err(gone)?
    }
}

impl Drop for LocalMaster {
    fn drop(&mut self) {
        let mut masters = lock();
        // Another server may have the address by now.
        if masters.get(&self.address).is_some_and(|held| std::ptr::eq(held.as_ptr(), self)) {
            masters.remove(&self.address);
        }
    }
}

struct AbortOnDrop<T>(tokio::task::JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn lock() -> MutexGuard<'static, BTreeMap<String, Weak<LocalMaster>>> {
    MASTERS.lock().unwrap_or_else(PoisonError::into_inner)
}
