//! The meeting place of a step's senders and receivers.
//!
//! The producer never blocks; the consumer may come first; aborting the step wakes everyone with the cause. A value is
//! consumed by one receiver, the last that asked for its key: a peer that gives up and asks again is served, even if
//! word of its giving up comes later than its second request.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use regatta_status::{Result, Status, internal};
use regatta_tensor::Tensor;

/// What is handed over: a tensor, or `None` for a dead value.
pub type Parcel = Option<Tensor>;

/// Called once with what a receiver waited for, from whichever thread brought it. It must not block.
pub type Receiver = Box<dyn FnOnce(Result<Parcel>) + Send>;

/// Where a step's `_Send` and `_Recv` nodes meet, here or across the network.
pub trait Rendezvous: Send + Sync {
    /// Hands over a value. It is an error to send to a key twice.
    fn send(&self, key: &str, parcel: Parcel) -> Result<()>;

    /// Takes the value of a key if it is here already.
    fn try_recv(&self, key: &str) -> Option<Result<Parcel>>;

    /// Calls back with the value of a key when it comes, or with the error that ended the step.
    fn recv(&self, key: &str, receiver: Receiver);

    /// Ends the step: every receiver, waiting or yet to come, gets the cause. The first cause stays.
    fn abort(&self, cause: &Status);
}

/// The meeting place within one process.
#[derive(Default)]
pub struct LocalRendezvous {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    slots: HashMap<Arc<str>, Slot>,
    aborted: Option<Status>,
    next_ticket: u64,
}

enum Slot {
    Sent(Parcel),
    Awaited { receiver: Receiver, since: Instant, ticket: u64 },
}

impl LocalRendezvous {
    /// The keys that receivers wait for, and since when.
    pub fn waiting(&self) -> Vec<(String, Instant)> {
        let state = self.lock();
        let awaited = state.slots.iter().filter_map(|(key, slot)| match slot {
            Slot::Awaited { since, .. } => Some((key.to_string(), *since)),
            Slot::Sent(_) => None,
        });
        awaited.collect()
    }

    /// As [`Rendezvous::recv`], with a ticket by which the receiver can be withdrawn.
    pub fn recv_with_ticket(&self, key: &str, receiver: Receiver) -> Option<u64> {
        let mut state = self.lock();
        if let Some(cause) = &state.aborted {
            let cause = cause.clone().derived();
            drop(state);
            receiver(Err(cause));
            return None;
        }
        let ticket = state.next_ticket;
        state.next_ticket += 1;
        let since = Instant::now();
        match state.slots.entry(Arc::from(key)) {
            Entry::Vacant(slot) => {
                slot.insert(Slot::Awaited { receiver, since, ticket });
                Some(ticket)
            }
            Entry::Occupied(slot) if matches!(slot.get(), Slot::Sent(_)) => {
                let sent = slot.remove();
                drop(state);
                match sent {
                    Slot::Sent(parcel) => receiver(Ok(parcel)),
                    Slot::Awaited { .. } => receiver(Err(internal("a sent value turned into a wait"))),
                }
                None
            }
            Entry::Occupied(mut slot) => {
                let before = slot.insert(Slot::Awaited { receiver, since, ticket });
                drop(state);
                if let Slot::Awaited { receiver, .. } = before {
                    receiver(Err(internal(format!("another receiver has come for the value {key}"))));
                }
                Some(ticket)
            }
        }
    }

    /// Withdraws a receiver that has given up.
    pub fn withdraw(&self, key: &str, ticket: u64) {
        let mut state = self.lock();
        if matches!(state.slots.get(key), Some(Slot::Awaited { ticket: held, .. }) if *held == ticket) {
            state.slots.remove(key);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rendezvous for LocalRendezvous {
    fn send(&self, key: &str, parcel: Parcel) -> Result<()> {
        let mut state = self.lock();
        if let Some(cause) = &state.aborted {
            return Err(cause.clone().derived());
        }
        match state.slots.entry(Arc::from(key)) {
            Entry::Vacant(slot) => {
                slot.insert(Slot::Sent(parcel));
                Ok(())
            }
            Entry::Occupied(slot) if matches!(slot.get(), Slot::Awaited { .. }) => {
                let awaited = slot.remove();
                drop(state);
                if let Slot::Awaited { receiver, .. } = awaited {
                    receiver(Ok(parcel));
                }
                Ok(())
            }
            Entry::Occupied(_) => Err(internal(format!("the value {key} was sent twice"))),
        }
    }

    fn try_recv(&self, key: &str) -> Option<Result<Parcel>> {
        let mut state = self.lock();
        if let Some(cause) = &state.aborted {
            return Some(Err(cause.clone().derived()));
        }
        match state.slots.get(key) {
            Some(Slot::Sent(_)) => match state.slots.remove(key) {
                Some(Slot::Sent(parcel)) => Some(Ok(parcel)),
                _ => None,
            },
            _ => None,
        }
    }

    fn recv(&self, key: &str, receiver: Receiver) {
        self.recv_with_ticket(key, receiver);
    }

    fn abort(&self, cause: &Status) {
        let waiting: Vec<Receiver> = {
            let mut state = self.lock();
            if state.aborted.is_none() {
                state.aborted = Some(cause.clone());
            }
            // Values that were sent and not fetched are dropped with the step.
            state
                .slots
                .drain()
                .filter_map(|(_, slot)| match slot {
                    Slot::Awaited { receiver, .. } => Some(receiver),
                    Slot::Sent(_) => None,
                })
                .collect()
        };
        // Called without the lock, since a receiver may come back here.
        for receiver in waiting {
            receiver(Err(cause.clone().derived()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use regatta_status::aborted;

    use super::*;

    /// A receiver that can be asked what it was given; nothing when it was dropped without an answer.
    fn receiver() -> (Receiver, mpsc::Receiver<Result<Parcel>>) {
        let (given, taken) = mpsc::channel();
        (Box::new(move |parcel| given.send(parcel).expect("the test listens")), taken)
    }

    #[test]
    fn the_last_to_ask_is_served() {
        let rendezvous = LocalRendezvous::default();
        let (first, first_taken) = receiver();
        let (second, second_taken) = receiver();
        let given_up = rendezvous.recv_with_ticket("edge", first).expect("it waits");
        rendezvous.recv_with_ticket("edge", second).expect("it waits");
        let status = first_taken.recv().expect("an answer").expect_err("another has come");
        assert!(status.message.contains("edge"), "{status}");

        // That the first has given up comes late, and takes nothing from the second.
        rendezvous.withdraw("edge", given_up);
        rendezvous.send("edge", None).expect("sent");
        assert!(second_taken.recv().expect("an answer").expect("a value").is_none());
        assert!(rendezvous.waiting().is_empty());
    }

    #[test]
    fn a_value_is_consumed_once() {
        let rendezvous = LocalRendezvous::default();
        rendezvous.send("edge", None).expect("sent");
        rendezvous.send("edge", None).expect_err("sent twice");
        assert!(matches!(rendezvous.try_recv("edge"), Some(Ok(None))));
        assert!(rendezvous.try_recv("edge").is_none());
        rendezvous.send("edge", None).expect("sent anew");
    }

    #[test]
    fn the_first_cause_reaches_all_receivers() {
        let rendezvous = LocalRendezvous::default();
        let (before, before_taken) = receiver();
        let (after, after_taken) = receiver();
        rendezvous.recv("a", before);
        rendezvous.abort(&aborted("the first cause"));
        rendezvous.abort(&aborted("the second cause"));
        assert!(rendezvous.recv_with_ticket("b", after).is_none());
        for taken in [before_taken, after_taken] {
            let status = taken.recv().expect("an answer").expect_err("the step has ended");
            assert!(status.message.contains("the first cause"), "{status}");
        }
        rendezvous.send("a", None).expect_err("the step has ended");
    }
}
