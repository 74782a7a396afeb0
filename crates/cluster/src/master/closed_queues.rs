//! Steps that are ended when a queue that they are going to use is closed: see [`regatta_graph::QueueUse`].
//!
//! Workers of Regatta do so by themselves, for queues that all sessions share; the master does for the queues of its session's own, and
//! where a step waits on workers of TensorFlow.

use regatta_graph::QueueName;
use regatta_status::{Status, cancelled};
use tokio::sync::broadcast;

/// How many closings a step may be behind; one that is further behind is ended by its queue.
const BACKLOG: usize = 64;

/// The closings of a session's queues, as they happen.
pub(super) struct ClosedQueues(broadcast::Sender<QueueName>);

impl Default for ClosedQueues {
    fn default() -> ClosedQueues {
        ClosedQueues(broadcast::channel(BACKLOG).0)
    }
}

impl ClosedQueues {
    /// A step has closed these.
    pub(super) fn add(&self, queues: &[QueueName]) {
        for queue in queues {
            // Nobody may be listening.
            let _ = self.0.send(queue.clone());
        }
    }

    /// Comes back when one of these queues is closed from now on, with what a step that uses it ends with.
    pub(super) fn wait(&self, queues: &[QueueName]) -> impl Future<Output = Status> + use<> {
        let mut closings = self.0.subscribe();
        let queues = queues.to_vec();
        async move {
            while !queues.is_empty() {
                match closings.recv().await {
                    Ok(queue) if queues.contains(&queue) => {
                        return cancelled(format!("the step puts elements into {queue:?}, which was closed"));
                    }
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => break,
                }
            }
            std::future::pending().await
        }
    }
}
