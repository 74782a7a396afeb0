//! Where a replica's nodes go: variables to the parameter servers, everything else to the worker.

use std::sync::{Arc, Mutex, PoisonError};

use regatta_graph::{AttrValue, DeviceFunction, DeviceName, def::NodeDef};
use regatta_status::Result;

/// Chooses the parameter server of each variable.
pub trait PsStrategy: Send {
    /// The task for the next variable of this many bytes.
    fn choose(&mut self, bytes: u64) -> usize;
}

/// One after the other.
pub struct RoundRobin {
    tasks: usize,
    next: usize,
}

impl RoundRobin {
    /// Over so many tasks.
    pub fn new(tasks: usize) -> RoundRobin {
        RoundRobin { tasks: tasks.max(1), next: 0 }
    }
}

impl PsStrategy for RoundRobin {
    fn choose(&mut self, _: u64) -> usize {
        let chosen = self.next;
        self.next = (self.next + 1) % self.tasks;
        chosen
    }
}

/// To the one that has the least so far, by what a variable weighs: TensorFlow's `GreedyLoadBalancingStrategy`.
pub struct GreedyLoadBalancingStrategy {
    loads: Vec<u64>,
    weigh: fn(u64) -> u64,
}

impl GreedyLoadBalancingStrategy {
    /// Over so many tasks, by the variables' bytes.
    pub fn new(tasks: usize) -> GreedyLoadBalancingStrategy {
        GreedyLoadBalancingStrategy::weighing(tasks, |bytes| bytes)
    }

    /// Over so many tasks, by a function of the variables' bytes.
    pub fn weighing(tasks: usize, weigh: fn(u64) -> u64) -> GreedyLoadBalancingStrategy {
        GreedyLoadBalancingStrategy { loads: vec![0; tasks.max(1)], weigh }
    }
}

impl PsStrategy for GreedyLoadBalancingStrategy {
    fn choose(&mut self, bytes: u64) -> usize {
        let least = self.loads.iter().enumerate().min_by_key(|(_, load)| **load).map_or(0, |(task, _)| task);
        self.loads[least] = self.loads[least].saturating_add((self.weigh)(bytes));
        least
    }
}

/// The ops that hold state for all replicas, and so belong on a parameter server.
const PS_OPS: [&str; 8] = [
    "Variable",
    "VariableV2",
    "VarHandleOp",
    "MutableHashTableV2",
    "MutableHashTableOfTensorsV2",
    "MutableDenseHashTableV2",
    "HashTableV2",
    "AutoReloadVariable",
];

/// Devices for one replica: TensorFlow's `replica_device_setter`.
///
/// ```
/// use regatta::{Graph, Initializer, ReplicaDeviceSetter};
///
/// let mut g = Graph::new();
/// let setter = ReplicaDeviceSetter::new(2).worker_device("/job:worker/task:1");
/// g.replica(setter, |g| {
///     g.variable("a", &[1], Initializer::zeros())?; // on /job:ps/task:0
///     g.variable("b", &[1], Initializer::zeros()) //   on /job:ps/task:1
/// })?;
/// # Ok::<(), regatta::Status>(())
/// ```
pub struct ReplicaDeviceSetter {
    ps_tasks: usize,
    ps_device: String,
    worker_device: String,
    strategy: Option<Box<dyn PsStrategy>>,
}

impl ReplicaDeviceSetter {
    /// For a cluster with so many parameter servers; with none, all is left to the worker.
    pub fn new(ps_tasks: usize) -> ReplicaDeviceSetter {
        let (ps_device, worker_device) = ("/job:ps".to_owned(), "/job:worker".to_owned());
        ReplicaDeviceSetter { ps_tasks, ps_device, worker_device, strategy: None }
    }

    /// The worker that this replica is: `/job:worker/task:1`.
    pub fn worker_device(self, device: &str) -> ReplicaDeviceSetter {
        ReplicaDeviceSetter { worker_device: device.to_owned(), ..self }
    }

    /// The job of the parameter servers, if it is not `/job:ps`.
    pub fn ps_device(self, device: &str) -> ReplicaDeviceSetter {
        ReplicaDeviceSetter { ps_device: device.to_owned(), ..self }
    }

    /// How variables are spread; one after the other if nothing is said.
    pub fn strategy(self, strategy: impl PsStrategy + 'static) -> ReplicaDeviceSetter {
        ReplicaDeviceSetter { strategy: Some(Box::new(strategy)), ..self }
    }

    /// The function that does it.
    pub fn into_function(self) -> DeviceFunction {
        let strategy = self.strategy.unwrap_or_else(|| Box::new(RoundRobin::new(self.ps_tasks)));
        let (tasks, ps, worker) = (self.ps_tasks, self.ps_device, self.worker_device);
        let strategy = Mutex::new(strategy);
        Arc::new(move |node| {
            if tasks == 0 || !PS_OPS.contains(&node.op.as_str()) {
                return merged(&worker, &node.device);
            }
            let device = DeviceName::parse(&ps)?;
            let chosen = match device.task {
                // The job's own task stands, and so does what was said further inside.
                Some(_) => ps.clone(),
                None if DeviceName::parse(&node.device)?.task.is_some() => ps.clone(),
                None => {
                    let task = strategy.lock().unwrap_or_else(PoisonError::into_inner).choose(bytes_of(node));
                    format!("{ps}/task:{task}")
                }
            };
            merged(&chosen, &node.device)
        })
    }
}

/// A device with what was said further inside, which prevails.
fn merged(outer: &str, inner: &str) -> Result<String> {
    if inner.is_empty() {
        return Ok(outer.to_owned());
    }
    let outer = if outer.is_empty() { DeviceName::default() } else { DeviceName::parse(outer)? };
    Ok(outer.overridden_by(&DeviceName::parse(inner)?).to_string())
}

/// What a variable weighs; zero if its shape is not known.
fn bytes_of(node: &NodeDef) -> u64 {
    let (Some(AttrValue::Shape(shape)), Some(AttrValue::Type(dtype))) =
        (node.attrs.get("shape"), node.attrs.get("dtype"))
    else {
        return 0;
    };
    let elements = shape.to_shape().map_or(0, |shape| shape.num_elements());
    elements as u64 * dtype.size().unwrap_or(8) as u64
}
