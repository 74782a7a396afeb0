//! Queue runners: threads that keep queues filled.

use std::sync::Arc;

use regatta_graph::Outlet;
use regatta_status::{Code, Result};

use crate::{coordinator::Coordinator, graph::Graph, session::Session};

/// Enqueues again and again, a thread for each op, until the data ends or everybody stops.
///
/// When the data ends (`OUT_OF_RANGE`) the queue is closed: those who dequeue get what is left in it. When everybody stops it is
/// closed at once, so that no thread waits in it.
#[derive(Clone, Debug)]
pub struct QueueRunner {
    enqueue: Vec<Outlet>,
    close: Outlet,
    cancel: Outlet,
}

impl QueueRunner {
    /// Runs these ops, each of which enqueues something, for a queue.
    pub fn new(g: &mut Graph, queue: &Outlet, enqueue: Vec<Outlet>) -> Result<QueueRunner> {
        let mut closing = |name: &str, cancel: bool| {
            g.colocate_with(queue, |g| {
                let node = g.node("QueueCloseV2", name).input(queue);
                node.attr("cancel_pending_enqueues", cancel).finish()
            })
        };
        let (close, cancel) = (closing("queue_close", false)?, closing("queue_cancel", true)?);
        Ok(QueueRunner { enqueue, close, cancel })
    }

    /// Starts the threads.
    pub fn start(&self, session: &Arc<Session>, coordinator: &Coordinator) -> Result<()> {
        let left = Arc::new(std::sync::atomic::AtomicUsize::new(self.enqueue.len()));
        for op in &self.enqueue {
            let (op, close, session, left) = (op.clone(), self.close.clone(), session.clone(), left.clone());
            coordinator.spawn(&format!("queue runner {}", op.node()), move |coordinator| {
                let ended = fill(&session, &op, coordinator);
                // The last one closes.
                if left.fetch_sub(1, std::sync::atomic::Ordering::SeqCst) == 1 && ended.is_ok() {
                    session.step_as_sent().op(&close).run()?;
                }
                ended
            })?;
        }
        let (cancel, session) = (self.cancel.clone(), session.clone());
        coordinator.spawn(&format!("closer of {}", self.cancel.node()), move |coordinator| {
            while !coordinator.wait_for_stop(std::time::Duration::from_secs(3600)) {}
            // The session may be gone already, and then nobody waits in the queue.
            let _ = session.step_as_sent().op(&cancel).run();
            Ok(())
        })
    }
}

/// Until the data ends (`Ok`), the queue is closed by others, or everybody stops.
fn fill(session: &Session, op: &Outlet, coordinator: &Coordinator) -> Result<()> {
    while !coordinator.should_stop() {
        match session.step_as_sent().op(op).run() {
            Ok(_) => {}
            Err(status) if status.code == Code::OutOfRange => return Ok(()),
            Err(status) if coordinator.should_stop() || status.code == Code::Cancelled => {
                tracing::debug!("{} ends: {status}", op.node());
                return Ok(());
            }
            Err(status) => return Err(status),
        }
    }
    Ok(())
}

impl Graph {
    /// Threads that monitored sessions and supervisors start by themselves.
    pub fn add_queue_runner(&mut self, runner: QueueRunner) {
        self.queue_runners.push(runner);
    }

    /// Those that were added.
    pub fn queue_runners(&self) -> &[QueueRunner] {
        &self.queue_runners
    }
}
