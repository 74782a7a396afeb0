//! A machine that several steps use, where some have to wait for others: who waits occupies no thread.
//!
//! A machine is told of a request under a ticket and says which requests are settled by it, that one perhaps among them.
//! Here the answers are kept until then, and called without the lock; a step that is cancelled takes its requests back.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use regatta_status::{Result, Status};

use crate::{action::Answer, step::StepContext, value::Value};

/// The name of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub u64);

/// How a request ended.
pub type Settled<T> = (Ticket, Result<T>);

/// What serves requests, without threads or clocks.
pub trait Machine: Send + 'static {
    /// What a request gets.
    type Outcome: 'static;

    /// Ends a request that still waits; nothing happens if it does not.
    fn cancel(&mut self, ticket: Ticket) -> Vec<Settled<Self::Outcome>>;

    /// Ends everything that waits: the machine is about to be forgotten.
    fn abandon(&mut self) -> Vec<Settled<Self::Outcome>>;
}

/// A machine, and the answers of those who wait for it.
pub struct Shared<M: Machine> {
    state: Mutex<State<M>>,
}

struct State<M: Machine> {
    machine: M,
    answers: HashMap<Ticket, OnSettled<M::Outcome>>,
    next_ticket: u64,
}

type OnSettled<T> = Box<dyn FnOnce(Result<T>) + Send>;

impl<M: Machine> Shared<M> {
    /// A machine that nobody uses yet.
    pub fn new(machine: M) -> Shared<M> {
        Shared { state: Mutex::new(State { machine, answers: HashMap::new(), next_ticket: 0 }) }
    }

    /// Looks at the machine.
    pub fn look<T>(&self, look: impl FnOnce(&M) -> T) -> T {
        look(&self.lock().machine)
    }

    /// Changes the machine, and answers the requests that are settled by it.
    pub fn change(&self, change: impl FnOnce(&mut M) -> Vec<Settled<M::Outcome>>) {
        self.settle(|state| change(&mut state.machine));
    }

    /// Hands in a step's request, and ends it if the step is cancelled first.
    pub fn ask(
        self: &Arc<Self>,
        step: &Arc<StepContext>,
        answer: Answer,
        finish: impl FnOnce(M::Outcome) -> Result<Vec<Value>> + Send + 'static,
        request: impl FnOnce(&mut M, Ticket) -> Vec<Settled<M::Outcome>>,
    ) {
        let ticket = self.new_ticket();
        let theirs = Arc::clone(self);
        let token = step.cancellation.register(move |_| theirs.change(|machine| machine.cancel(ticket)));
        let waiting = Arc::clone(step);
        let on_settled = move |result: Result<M::Outcome>| {
            waiting.cancellation.withdraw(token);
            let echo = |error: Status| if waiting.cancellation.is_cancelled() { error.derived() } else { error };
            answer(result.map_err(echo).and_then(finish));
        };
        self.settle(|state| {
            state.answers.insert(ticket, Box::new(on_settled));
            request(&mut state.machine, ticket)
        });
        // A cancellation between the two calls came too early to find the request.
        if step.cancellation.is_cancelled() {
            self.change(|machine| machine.cancel(ticket));
        }
    }

    /// Ends all that wait.
    pub fn abandon(&self) {
        self.change(M::abandon);
    }

    /// How many requests wait.
    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.lock().answers.len()
    }

    fn new_ticket(&self) -> Ticket {
        let mut state = self.lock();
        state.next_ticket += 1;
        Ticket(state.next_ticket)
    }

    /// Does something, and then, without the lock, answers the requests that it settled.
    fn settle(&self, change: impl FnOnce(&mut State<M>) -> Vec<Settled<M::Outcome>>) {
        let settled: Vec<_> = {
            let mut state = self.lock();
            let settled = change(&mut state);
            settled.into_iter().map(|(ticket, result)| (state.answers.remove(&ticket), result)).collect()
        };
        for (on_settled, result) in settled {
            if let Some(on_settled) = on_settled {
                on_settled(result);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<M>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
