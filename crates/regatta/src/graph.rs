//! The graph that a program builds: nodes, and the variables among them.

use std::{
    collections::BTreeMap,
    ops::{Deref, DerefMut},
};

use prost::Message;
use regatta_graph::{Block, DeviceFunction, Grad, GraphBuilder, Outlet};
use regatta_status::Result;
use regatta_tensor::{DType, PartialShape, Shape, Tensor};

use crate::{
    device_setter::ReplicaDeviceSetter,
    init::Initializer,
    queue_runner::QueueRunner,
    replicas::local::CopiedVariables,
    variable::{Reuse, Variable, VariableOptions},
};

/// A graph in the making, with its variables. Everything of [`GraphBuilder`] can be used on it too.
#[derive(Default)]
pub struct Graph {
    builder: GraphBuilder,
    pub(crate) variables: Vec<Variable>,
    /// The variable scope of the moment: `layer1/`, or empty.
    pub(crate) variable_scope: String,
    pub(crate) reuse: Reuse,
    /// How many layers without a name each variable scope has, by kind: `scope/dense`.
    pub(crate) layers: BTreeMap<String, usize>,
    /// Lists of tensors by name: losses, updates to run with each step, summaries.
    collections: BTreeMap<String, Vec<Outlet>>,
    /// The seed that random nodes without one of their own derive theirs from.
    pub(crate) seed: Option<i64>,
    pub(crate) queue_runners: Vec<QueueRunner>,
    /// Set while a model of copies is made: see `replicas/local.rs`.
    pub(crate) copied: Option<CopiedVariables>,
}

impl Deref for Graph {
    type Target = GraphBuilder;

    fn deref(&self) -> &GraphBuilder {
        &self.builder
    }
}

impl DerefMut for Graph {
    fn deref_mut(&mut self) -> &mut GraphBuilder {
        &mut self.builder
    }
}

impl Graph {
    /// A graph without nodes.
    pub fn new() -> Graph {
        Graph::default()
    }

    /// A graph with the nodes of a builder, and no variables.
    pub(crate) fn from_builder(builder: GraphBuilder) -> Graph {
        Graph { builder, ..Graph::default() }
    }

    pub(crate) fn into_builder(self) -> GraphBuilder {
        self.builder
    }

    /// A value.
    pub fn constant(&mut self, value: Tensor) -> Result<Outlet> {
        self.builder.constant("Const", value)
    }

    /// A tensor that each step feeds. Sizes that may differ from step to step are `None`.
    pub fn placeholder(&mut self, name: &str, dtype: DType, shape: &[Option<usize>]) -> Result<Outlet> {
        let shape = PartialShape::new(shape.to_vec());
        self.builder.node("Placeholder", name).attr("dtype", dtype).attr("shape", shape).finish()
    }

    /// The number of training steps so far: an int64 variable called `global_step`, made when it is first asked for.
    pub fn get_or_create_global_step(&mut self) -> Result<Variable> {
        const NAME: &str = "global_step";
        match self.find_variable(NAME) {
            Some(known) => Ok(known.clone()),
            None => {
                let options = VariableOptions::not_trainable(DType::Int64);
                self.make_variable(NAME.to_owned(), Shape::scalar(), Initializer::zeros(), options)
            }
        }
    }

    /// The value of the global step, read once for all who ask for it here.
    pub fn global_step_value(&mut self) -> Result<Outlet> {
        const READ: &str = "global_step_read_op_cache";
        if let [known, ..] = self.collection(READ) {
            return Ok(known.clone());
        }
        let step = self.get_or_create_global_step()?;
        let value = self.within(Block::Free, |g| g.within(Block::SameScope(String::new()), |g| step.read(g)))?;
        self.add_to_collection(READ, &value);
        Ok(value)
    }

    /// The graph in TensorFlow's own form: the bytes of a `GraphDef` message, as `tf.graph_util.import_graph_def` takes it.
    pub fn to_proto_bytes(&self) -> Result<Vec<u8>> {
        Ok(regatta_wire::graph_to_proto(&self.builder.build()?).encode_to_vec())
    }

    /// Does nothing itself; done when all these are.
    pub fn group(&mut self, name: &str, ops: &[Outlet]) -> Result<Outlet> {
        ops.iter().fold(self.builder.node("NoOp", name), |node, op| node.control_input(op)).finish()
    }

    /// Makes nodes in a block: a scope of names, a device, an order.
    pub fn within<T>(&mut self, block: Block, make: impl FnOnce(&mut Graph) -> T) -> T {
        let outer = self.builder.enter(block);
        let made = make(self);
        self.builder.leave(outer);
        made
    }

    /// Makes nodes whose names begin with `name/`.
    pub fn name_scope<T>(&mut self, name: &str, make: impl FnOnce(&mut Graph) -> T) -> T {
        self.within(Block::Scope(name.to_owned()), make)
    }

    /// Makes nodes that run on this device, unless they say otherwise.
    pub fn device<T>(&mut self, device: &str, make: impl FnOnce(&mut Graph) -> T) -> T {
        self.within(Block::Device(device.to_owned()), make)
    }

    /// Makes nodes whose device a function chooses.
    pub fn device_function<T>(&mut self, choose: DeviceFunction, make: impl FnOnce(&mut Graph) -> T) -> T {
        self.within(Block::DeviceFunction(choose), make)
    }

    /// Makes nodes as a replica does: variables spread over the parameter servers, everything else on the worker.
    pub fn replica<T>(&mut self, setter: ReplicaDeviceSetter, make: impl FnOnce(&mut Graph) -> T) -> T {
        self.device_function(setter.into_function(), make)
    }

    /// Makes nodes that run after these.
    pub fn control_dependencies<T>(&mut self, after: &[Outlet], make: impl FnOnce(&mut Graph) -> T) -> T {
        self.within(Block::After(after.to_vec()), make)
    }

    /// Makes nodes that run where this one does.
    pub fn colocate_with<T>(&mut self, node: &Outlet, make: impl FnOnce(&mut Graph) -> T) -> T {
        self.within(Block::Beside(node.clone()), make)
    }

    /// Adds a tensor to a list of the graph, such as [`Graph::LOSSES`].
    pub fn add_to_collection(&mut self, name: &str, tensor: &Outlet) {
        self.collections.entry(name.to_owned()).or_default().push(tensor.clone());
    }

    /// The tensors of a list of the graph.
    pub fn collection(&self, name: &str) -> &[Outlet] {
        self.collections.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// The list of losses; each of [`crate::losses`] adds itself.
    pub const LOSSES: &'static str = "losses";

    /// The list of penalties on the size of variables.
    pub const REGULARIZATION_LOSSES: &'static str = "regularization_losses";

    /// The list of updates that belong to every training step, such as a batch normalization's moving averages.
    pub const UPDATE_OPS: &'static str = "update_ops";

    /// Random nodes that follow give the same numbers in every run.
    pub fn set_random_seed(&mut self, seed: i64) {
        self.seed = Some(seed);
    }

    /// The two seeds of the next random node, by TensorFlow's rule: the graph's, and the node's own or how many nodes there
    /// are. (0, 0) means other numbers in every run.
    pub fn seeds(&self, own: Option<i64>) -> (i64, i64) {
        const DEFAULT_GRAPH_SEED: i64 = 87_654_321;
        match (self.seed, own) {
            (Some(seed), Some(own)) if (seed, own) == (0, 0) => (0, i64::from(i32::MAX)),
            (Some(seed), Some(own)) => (seed, own),
            (Some(seed), None) => (seed, self.builder.len() as i64),
            (None, Some(own)) => (DEFAULT_GRAPH_SEED, own),
            (None, None) => (0, 0),
        }
    }

    /// The gradients of the sum of `ys` by each of `xs`; `None` where no `y` depends on an `x`.
    pub fn gradients(&mut self, ys: &[Outlet], xs: &[Outlet]) -> Result<Vec<Option<Grad>>> {
        regatta_graph::gradients(&mut self.builder, ys, xs)
    }
}
