//! How the waits of a step are ended: who waits leaves a closure, and cancelling the step calls each of them once.
//!
//! No lock is held while a closure runs, so it may call anything, and end its own wait or another's.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use regatta_status::Status;

/// The waits of one step.
#[derive(Default)]
pub struct Cancellation {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waits: HashMap<Token, OnCancel>,
    next_token: u64,
    cause: Option<Status>,
}

/// Stands for a wait, until it is withdrawn or the step is cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token(u64);

/// Ends a wait; gets the cause, marked as derived. Must not block.
type OnCancel = Box<dyn FnOnce(Status) + Send>;

impl Cancellation {
    /// Has `on_cancel` called when the step is cancelled. If it is already, that is at once, on this thread.
    pub fn register(&self, on_cancel: impl FnOnce(Status) + Send + 'static) -> Token {
        let mut state = self.lock();
        let token = Token(state.next_token);
        state.next_token += 1;
        match state.cause.clone() {
            None => {
                state.waits.insert(token, Box::new(on_cancel));
            }
            Some(cause) => {
                drop(state);
                on_cancel(cause);
            }
        }
        token
    }

    /// Forgets a wait that is over. A closure that is being called at this moment is not waited for.
    pub fn withdraw(&self, token: Token) {
        let withdrawn = self.lock().waits.remove(&token);
        // Dropped here, without the lock: it may hold the last of something.
        drop(withdrawn);
    }

    /// Ends all waits, and those that are yet to come, with the cause. The first cause stays.
    pub fn cancel(&self, cause: &Status) {
        let (waits, cause) = {
            let mut state = self.lock();
            if state.cause.is_some() {
                return;
            }
            let cause = cause.clone().derived();
            state.cause = Some(cause.clone());
            (std::mem::take(&mut state.waits), cause)
        };
        for on_cancel in waits.into_values() {
            on_cancel(cause.clone());
        }
    }

    /// Whether the step is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.lock().cause.is_some()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use regatta_status::{aborted, internal};

    use super::*;

    #[test]
    fn every_wait_ends_once_with_the_first_cause() {
        let cancellation = Arc::new(Cancellation::default());
        let (sender, ended) = mpsc::channel();
        let wait = |name: &'static str| {
            let (sender, inner) = (sender.clone(), Arc::clone(&cancellation));
            cancellation.register(move |cause| {
                // It may call back, so no lock is held.
                assert!(inner.is_cancelled());
                sender.send((name, cause)).unwrap();
            })
        };
        wait("stays");
        let token = wait("is over");
        cancellation.withdraw(token);
        assert!(!cancellation.is_cancelled());
        cancellation.cancel(&aborted("first"));
        cancellation.cancel(&internal("second"));
        wait("comes late");
        let seen: Vec<_> = ended.try_iter().collect();
        assert_eq!(seen, [("stays", aborted("first").derived()), ("comes late", aborted("first").derived())]);
    }
}
