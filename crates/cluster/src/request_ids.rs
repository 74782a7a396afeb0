//! Remembers the ids of recent requests, so that a request which arrives twice is refused the second time.
//!
//! A client that retries a call which did arrive must not run its step again. Ids are random, so a bounded window of the most
//! recent ones is enough; zero means that the client gave none.

use std::{
    collections::{HashSet, VecDeque},
    sync::{Mutex, PoisonError},
};

use regatta_status::{Result, aborted};

/// A window of recent request ids.
pub struct RecentRequests {
    window: Mutex<Window>,
    capacity: usize,
}

#[derive(Default)]
struct Window {
    seen: HashSet<i64>,
    order: VecDeque<i64>,
}

impl RecentRequests {
    /// Remembers the last `capacity` ids.
    pub fn new(capacity: usize) -> RecentRequests {
        RecentRequests { window: Mutex::default(), capacity }
    }

    /// Refuses an id that was seen before; `what` names the method in the error.
    pub fn track(&self, id: i64, what: &str) -> Result<()> {
        if id == 0 {
            return Ok(());
        }
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        if !window.seen.insert(id) {
            return Err(aborted(format!("The same {what} request was received twice. request_id: {id}")));
        }
        window.order.push_back(id);
        if window.order.len() > self.capacity
            && let Some(oldest) = window.order.pop_front()
        {
            window.seen.remove(&oldest);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_id_is_refused_while_it_is_remembered() {
        let recent = RecentRequests::new(2);
        assert!(recent.track(0, "x").is_ok() && recent.track(0, "x").is_ok());
        assert!(recent.track(-5, "x").is_ok());
        assert!(recent.track(-5, "RecvTensor (GrpcWorker)").unwrap_err().message.contains("RecvTensor (GrpcWorker)"));
        assert!(recent.track(6, "x").is_ok() && recent.track(7, "x").is_ok());
        assert!(recent.track(-5, "x").is_ok(), "forgotten by now");
    }
}
