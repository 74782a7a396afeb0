//! The masters in this process, by the targets that clients name them by.
//!
//! A worker's client is nearly always in the same process as its master. Its steps need no socket: what is fed and fetched
//! is shared, not copied, and no thread is woken only to pass a message on. All other calls, and those to a master that is
//! gone, go over a connection, which does not leave the machine: the name by which others find a task may be a container's host, a
//! service in front of it, or not known yet where the task itself runs.

use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv4Addr, SocketAddr},
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
    /// Where it listens, as it is called from this machine.
    nearby: SocketAddr,
    master: Arc<Master>,
    /// The threads of its server, which its steps belong to: the client's may end earlier.
    runtime: Handle,
}

impl LocalMaster {
    /// Lets clients find the master of the server at this address, which listens there; its runtime is the one this is called in.
    pub fn announce(address: String, listens_at: SocketAddr, master: Arc<Master>) -> Arc<LocalMaster> {
        // What listens on all interfaces, of both families, is reached by any of them.
        let is_open = listens_at.ip().is_unspecified();
        let nearby = if is_open { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { listens_at.ip() };
        let nearby = SocketAddr::new(nearby, listens_at.port());
        let local = Arc::new(LocalMaster { address: address.clone(), nearby, master, runtime: Handle::current() });
        lock().insert(address, Arc::downgrade(&local));
        local
    }

    /// Where to call the master that others find at this address.
    pub fn way_to(address: &str) -> String {
        let found = lock().get(address).and_then(Weak::upgrade);
        found.map_or_else(|| address.to_owned(), |local| local.nearby.to_string())
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
