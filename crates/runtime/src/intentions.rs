//! Steps that are going to put something into a queue, so that they can be ended when the queue is closed: see
//! [`regatta_graph::QueueUse`].

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use regatta_graph::QueueName;
use regatta_status::cancelled;

use crate::executor::RunningStep;

/// The steps under way, by the queues they are going to use.
#[derive(Default)]
pub(crate) struct Intentions {
    steps: Mutex<HashMap<QueueName, HashMap<u64, RunningStep>>>,
    next: AtomicU64,
}

/// What a step has declared; taken back when it is over.
pub(crate) struct Declared(u64);

impl Intentions {
    /// Takes note of a step. Queues of sessions' own are left to their masters, who can tell them apart.
    pub(crate) fn declare(&self, queues: &[QueueName], step: &RunningStep) -> Option<Declared> {
        let mut shared = queues.iter().filter(|queue| matches!(queue, QueueName::Shared(..))).peekable();
        shared.peek()?;
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mut steps = self.lock();
        for queue in shared {
            steps.entry(queue.clone()).or_default().insert(number, step.clone());
        }
        Some(Declared(number))
    }

    /// The step is over.
    pub(crate) fn take_back(&self, declared: Declared) {
        let mut steps = self.lock();
        steps.retain(|_, of_queue| {
            of_queue.remove(&declared.0);
            !of_queue.is_empty()
        });
    }

    /// A queue was closed: ends the steps that cannot succeed any more.
    pub(crate) fn closed(&self, queue: &QueueName) {
        let doomed: Vec<RunningStep> = self.lock().remove(queue).into_iter().flat_map(HashMap::into_values).collect();
        for step in doomed {
            step.stop(cancelled(format!("Queue '{}' is closed.", name(queue))));
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<QueueName, HashMap<u64, RunningStep>>> {
        self.steps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn name(queue: &QueueName) -> &str {
    match queue {
        QueueName::Shared(_, name) | QueueName::Own(name) => name,
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Arc, mpsc},
        time::Duration,
    };

    use regatta_graph::{AttrList, AttrValue, Graph, GraphDef, NodeDef};
    use regatta_status::{Code, Result};
    use regatta_tensor::DType;

    use crate::{Action, LocalRendezvous, Pool, Program, Resources, StepContext, executor};

    /// Starts a step of these nodes: name, op and inputs.
    fn start(pool: &Pool, resources: &Arc<Resources>, nodes: &[(&str, &str, &[&str])]) -> mpsc::Receiver<Result<()>> {
        let node = |(name, op, inputs): &(&str, &str, &[&str])| {
            let types = || AttrValue::List(AttrList { types: vec![DType::Int32], ..AttrList::default() });
            let attrs: &[(&str, AttrValue)] = &match *op {
                "FIFOQueueV2" => {
                    vec![("component_types", types()), ("shared_name", AttrValue::String((*name).into()))]
                }
                "QueueDequeueV2" => vec![("component_types", types())],
                "QueueEnqueueV2" => vec![("Tcomponents", types())],
                "QueueCloseV2" => vec![("cancel_pending_enqueues", AttrValue::Bool(true))],
                _ => vec![],
            };
            NodeDef {
                name: (*name).into(),
                op: (*op).into(),
                inputs: inputs.iter().map(|input| (*input).to_owned()).collect(),
                attrs: attrs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
                ..NodeDef::default()
            }
        };
        let def = GraphDef { nodes: nodes.iter().map(node).collect(), ..GraphDef::default() };
        let program =
            Program::compile(&Graph::from_def(def).unwrap(), |node| Action::build(node).map(Arc::new)).unwrap();
        let context = StepContext::new(Arc::new(LocalRendezvous::default()), Arc::clone(resources), false);
        let (sender, ended) = mpsc::channel();
        executor::run(Arc::new(program), Arc::new(context), pool, move |result| sender.send(result).unwrap());
        ended
    }

    #[test]
    fn a_step_that_can_only_fail_does_not_wait() {
        let (pool, resources) = (Pool::new(1).unwrap(), Arc::default());
        let queues: [(&str, &str, &[&str]); 2] = [("from", "FIFOQueueV2", &[]), ("into", "FIFOQueueV2", &[])];
        let moving =
            [&queues[..], &[("take", "QueueDequeueV2", &["from"]), ("put", "QueueEnqueueV2", &["into", "take"])]];
        let moved = start(&pool, &resources, &moving.concat());
        let closed = start(&pool, &resources, &[queues[1], ("close", "QueueCloseV2", &["into"])]);
        closed.recv_timeout(Duration::from_secs(20)).expect("it ends").unwrap();
        // Nobody will ever put anything into the first queue.
        let failure = moved.recv_timeout(Duration::from_secs(20)).expect("it ends too").unwrap_err();
        assert_eq!((failure.code, failure.message.as_str()), (Code::Cancelled, "Queue 'into' is closed."));
    }
}
