//! What a graph does to queues: which it puts elements into whatever happens, and which it closes.
//!
//! A step that is about to put something into a queue that somebody closes, refusing what is pending, cannot succeed any more, even
//! if it still waits for something else: ended at once, it ends as it would have ended anyway. (The chief of TensorFlow's
//! `SyncReplicasOptimizer` has such a step: it waits for gradients that nobody will send, to hand out tokens that nobody will take.)

use crate::{
    control_flow::{Role, role},
    graph::{Graph, Node},
    op_def::AttrsExt,
};

/// The queues that a graph uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueueUse {
    /// Those that it puts elements into; none if that depends on a condition.
    pub enqueues: Vec<QueueName>,
    /// Those that it closes, refusing the elements that are pending.
    pub closes: Vec<QueueName>,
}

/// A queue, as a graph names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QueueName {
    /// One that all sessions share, by container and name.
    Shared(String, String),
    /// One of the session's own, by the node that makes it.
    Own(String),
}

impl QueueUse {
    /// What this graph does.
    pub fn of(graph: &Graph) -> QueueUse {
        let mut found = QueueUse::default();
        let mut is_conditional = false;
        for (_, node) in graph.iter() {
            is_conditional |= role(node) != Role::Plain;
            let queue = || node.inputs.first().map(|handle| name_of(graph.node(handle.node)));
            match node.op.name {
                "QueueEnqueue" | "QueueEnqueueV2" | "QueueEnqueueMany" | "QueueEnqueueManyV2" => {
                    found.enqueues.extend(queue());
                }
                "QueueClose" | "QueueCloseV2" if node.attrs.bool("cancel_pending_enqueues").unwrap_or(false) => {
                    found.closes.extend(queue());
                }
                _ => {}
            }
        }
        if is_conditional {
            found.enqueues.clear();
        }
        found
    }
}

fn name_of(maker: &Node) -> QueueName {
    match maker.attrs.str("shared_name") {
        Ok(name) if !name.is_empty() => {
            QueueName::Shared(maker.attrs.str("container").unwrap_or_default().to_owned(), name.to_owned())
        }
        _ => QueueName::Own(maker.name.clone()),
    }
}
