//! A step made ready: its graph pruned, cut by task, and registered with each task once.

use std::collections::{BTreeMap, HashMap};

use futures_util::future::try_join_all;
use regatta_graph::{Graph, GraphDef, QueueUse, Signature, StepGraph, partition, prune};
use regatta_status::{Result, internal};
use tokio::task::block_in_place;

use super::session::MasterSession;
use crate::{peers::WorkerHandle, spec::TaskName, worker::DeviceInfo};

/// A step that can be run any number of times.
pub(crate) struct CompiledStep {
    pub parts: Vec<Part>,
    /// Where each fed tensor goes, by its name.
    pub feeds: HashMap<String, Endpoint>,
    /// Where each fetched tensor comes from, by its name.
    pub fetches: HashMap<String, Endpoint>,
    /// What it does to queues.
    pub queues: QueueUse,
}

/// The part of a step that one task does.
pub(crate) struct Part {
    pub worker: WorkerHandle,
    pub graph_handle: String,
    /// The partition, for clients that want to see it.
    pub graph: GraphDef,
}

/// The end of an edge between the client and a task.
#[derive(Clone, Debug)]
pub(crate) struct Endpoint {
    /// Which part of the step.
    pub part: usize,
    /// The key under which the value is handed over.
    pub key: String,
}

/// Prunes, cuts and registers.
pub(crate) async fn compile(session: &MasterSession, graph: &Graph, signature: &Signature) -> Result<CompiledStep> {
    let incarnations: HashMap<&str, u64> =
        session.devices().iter().map(|device: &DeviceInfo| (device.name.as_str(), device.incarnation)).collect();
    let incarnation = |device: &str| incarnations.get(device).copied().unwrap_or(0);
    let step: StepGraph = block_in_place(|| prune::for_step(graph, signature, &incarnation))?;
    let task_of =
        |device: &str| TaskName::of_device(device).map_or_else(|_| device.to_owned(), |task| task.to_string());
    let partitions: BTreeMap<String, GraphDef> =
        block_in_place(|| partition(&step.graph, &task_of, &incarnation, &mut session.node_numbers()))?;
    let tasks: Vec<String> = partitions.keys().cloned().collect();
    let part_of = |device: &str| {
        let task = task_of(device);
        tasks
            .iter()
            .position(|known| *known == task)
            .ok_or_else(|| internal(format!("no part of the step is on {device}")))
    };
    let mut feeds = HashMap::new();
    for feed in &step.feeds {
        feeds.insert(feed.tensor.clone(), Endpoint { part: part_of(&feed.device)?, key: feed.key.to_string() });
    }
    let mut fetches = HashMap::new();
    for fetch in &step.fetches {
        fetches.insert(fetch.tensor.clone(), Endpoint { part: part_of(&fetch.device)?, key: fetch.key.to_string() });
    }
    let registrations = partitions.into_iter().map(|(task, graph)| async move {
        let task: TaskName = task.parse()?;
        let worker = session.worker(&task)?;
        let has_control_flow = graph.nodes.iter().any(|node| {
            matches!(
                node.op.as_str(),
                "Enter" | "RefEnter" | "Merge" | "RefMerge" | "Switch" | "RefSwitch" | "_SwitchN"
            )
        });
        let graph_handle = worker.register_graph(session.handle(), graph.clone(), has_control_flow).await?;
        Ok::<Part, regatta_status::Status>(Part { worker, graph_handle, graph })
    });
    let queues = QueueUse::of(&step.graph);
    Ok(CompiledStep { parts: try_join_all(registrations).await?, feeds, fetches, queues })
}
