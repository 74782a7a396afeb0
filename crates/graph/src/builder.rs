//! Graphs written in Rust, node by node, without a protobuf.
//!
//! ```
//! use regatta_graph::GraphBuilder;
//! use regatta_tensor::{DType, Shape, Tensor};
//!
//! let mut g = GraphBuilder::new();
//! let shape = Shape::new(&[2, 2])?;
//! let x = g.node("VariableV2", "x").device("/job:ps/task:0").attr("dtype", DType::Float).attr("shape", shape.clone()).finish()?;
//! let ones = g.constant("ones", Tensor::new(shape, vec![1.0f32; 4])?)?;
//! let init = g.node("Assign", "x/init").input(&x).input(&ones).finish()?;
//! let z = g.with_device("/job:worker/task:0", |g| g.node("MatMul", "z").input(&x).input(&x).finish())?;
//! assert_eq!((init.node(), z.name().as_str()), ("x/init", "z:0"));
//! let graph = g.build()?;
//! assert_eq!(graph.nodes.len(), 4);
//! # Ok::<(), regatta_status::Status>(())
//! ```
//!
//! Attributes that follow from the inputs (types, and how many there are) need not be given; a mistake is an error of the
//! `finish` that made it. Names are made unique as TensorFlow does it: a second `x` is `x_1`.
//!
//! Shapes are inferred as nodes are made, so that a layer can ask its input for its width, and a shape that cannot be is an
//! error where it was written.

mod attr_values;
mod control_flow;
mod function;
mod node;
mod scopes;

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Tensor};

pub(crate) use control_flow::{History, changed_by, is_handed_on};
pub use function::Function;
pub use node::NodeBuilder;
use scopes::Scopes;
pub use scopes::{Block, DeviceFunction, Outer};

use crate::{
    def::{Attrs, FunctionDef, GraphDef, Library, NodeDef, Versions},
    graph::{Graph, Node},
    op_def::{EdgeType, OpDef},
};

/// A graph in the making.
#[derive(Default)]
pub struct GraphBuilder {
    nodes: Vec<Made>,
    by_name: HashMap<String, usize>,
    functions: Vec<FunctionDef>,
    /// The functions made here, which can be differentiated, by name.
    bodies: HashMap<String, Arc<Function>>,
    /// For each loop, what is needed to differentiate it.
    histories: HashMap<usize, History>,
    /// How many of the nodes have been taken.
    taken: usize,
    /// How often each name was asked for; TensorFlow takes names that differ only in case for the same.
    names: HashMap<String, usize>,
    scopes: Scopes,
}

/// A node that has been made.
struct Made {
    def: NodeDef,
    /// The node as passes see it: attributes complete, inputs resolved.
    node: Node,
    types: Arc<[EdgeType]>,
    shapes: Arc<[PartialShape]>,
    /// The value of its first output, if it is always the same.
    constant: Option<Tensor>,
    /// The shape of the variable behind its first output, if that is a handle.
    handle: Option<PartialShape>,
}

/// An output of a node: what other nodes take as input.
#[derive(Clone, Debug)]
pub struct Outlet {
    node: Arc<str>,
    position: usize,
    index: usize,
    types: Arc<[EdgeType]>,
    shapes: Arc<[PartialShape]>,
}

impl Outlet {
    /// The tensor's name as feeds and fetches have it: `node:index`.
    pub fn name(&self) -> String {
        format!("{}:{}", self.node, self.index)
    }

    /// The node's name as targets have it.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// Which of the node's outputs it is.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Another output of the same node.
    pub fn output(&self, index: usize) -> Outlet {
        Outlet { index, ..self.clone() }
    }

    /// How many outputs the node has.
    pub fn num_outputs(&self) -> usize {
        self.types.len()
    }

    /// The type of its elements. A node without outputs has none, which is said as `Invalid` is in the protocol: float.
    pub fn dtype(&self) -> DType {
        self.edge_type().map_or(DType::Float, |ty| ty.dtype)
    }

    /// Whether it is a reference to a variable.
    pub fn is_ref(&self) -> bool {
        self.edge_type().is_some_and(|ty| ty.is_ref)
    }

    /// What is known of its shape.
    pub fn shape(&self) -> PartialShape {
        self.shapes.get(self.index).cloned().unwrap_or_default()
    }

    pub(crate) fn edge_type(&self) -> Option<EdgeType> {
        self.types.get(self.index).copied()
    }

    /// The node's place in its graph.
    pub(crate) fn position(&self) -> usize {
        self.position
    }
}

impl GraphBuilder {
    /// A graph without nodes.
    pub fn new() -> GraphBuilder {
        GraphBuilder::default()
    }

    /// A graph that somebody else made, to be added to. Functions are kept, but cannot be differentiated.
    pub fn from_def(def: GraphDef) -> Result<GraphBuilder> {
        let graph = Graph::from_def(def.clone())?;
        let mut builder = GraphBuilder { functions: def.library.functions, ..GraphBuilder::default() };
        let defs: HashMap<String, NodeDef> = def.nodes.into_iter().map(|def| (def.name.clone(), def)).collect();
        for id in graph.topological_order() {
            if let Some(def) = defs.get(&graph.node(id).name) {
                builder.import(def)?;
            }
        }
        Ok(builder)
    }

    /// Begins a node; [`NodeBuilder::finish`] adds it.
    pub fn node(&mut self, op: &str, name: &str) -> NodeBuilder<'_> {
        NodeBuilder::new(self, op, name)
    }

    /// A value.
    pub fn constant(&mut self, name: &str, value: Tensor) -> Result<Outlet> {
        self.node("Const", name).attr("dtype", value.dtype()).attr("value", value).finish()
    }

    /// An output of a node by its name, as feeds and fetches have it.
    pub fn find(&self, tensor: &str) -> Result<Outlet> {
        let (node, index) = crate::parse_tensor_name(tensor)?;
        match self.by_name.get(node) {
            Some(&position) => self.outlets_of(position).into_iter().nth(index).ok_or_else(|| {
                invalid_argument(format!("node {node} has {} outputs", self.nodes[position].types.len()))
            }),
            None => Err(invalid_argument(format!("there is no node '{node}' in this graph"))),
        }
    }

    /// The value of a tensor, if it is the same in every step.
    pub fn constant_value(&self, of: &Outlet) -> Option<&Tensor> {
        let made = self.nodes.get(of.position).filter(|_| of.index == 0)?;
        made.constant.as_ref()
    }

    /// The shape of the variable behind a handle, if it is known.
    pub fn handle_shape(&self, of: &Outlet) -> Option<PartialShape> {
        self.nodes.get(of.position).filter(|_| of.index == 0)?.handle.clone()
    }

    /// The nodes made so far, in that order.
    pub fn nodes(&self) -> impl Iterator<Item = &NodeDef> {
        self.nodes.iter().map(|made| &made.def)
    }

    /// The whole graph, checked.
    pub fn build(&self) -> Result<GraphDef> {
        let versions = Versions { producer: Versions::CURRENT, ..Versions::default() };
        let nodes = self.nodes.iter().map(|made| made.def.clone()).collect();
        let library = Library { functions: self.functions.clone(), ..Library::default() };
        let def = GraphDef { nodes, library, versions };
        Graph::from_def(def.clone())?;
        Ok(def)
    }

    /// The nodes made since the last call, for a session that is extended as its graph grows. All of the graph is checked.
    pub fn take(&mut self) -> Result<GraphDef> {
        self.since(self.taken)
    }

    /// The nodes from a place on, for one of several sessions that are extended as their graph grows. All of the graph is
    /// checked.
    pub fn since(&mut self, place: usize) -> Result<GraphDef> {
        let mut def = self.build()?;
        def.nodes.drain(..place.min(def.nodes.len()));
        self.taken = self.nodes.len();
        Ok(def)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn op_of(&self, position: usize) -> &'static OpDef {
        self.nodes[position].node.op
    }

    pub(crate) fn name_of(&self, position: usize) -> &str {
        &self.nodes[position].def.name
    }

    pub(crate) fn attrs_of(&self, position: usize) -> &Attrs {
        &self.nodes[position].node.attrs
    }

    /// Where a node's inputs come from: (node, output). Back edges of loops are not among them.
    pub(crate) fn inputs_of(&self, position: usize) -> Vec<(usize, usize)> {
        self.nodes[position].node.inputs.iter().map(|input| (input.node.index(), input.index)).collect()
    }

    pub(crate) fn input_outlets(&self, position: usize) -> Vec<Outlet> {
        self.inputs_of(position).into_iter().map(|(from, index)| self.outlet(from, index)).collect()
    }

    pub(crate) fn outlets_of(&self, position: usize) -> Vec<Outlet> {
        (0..self.nodes[position].types.len()).map(|index| self.outlet(position, index)).collect()
    }

    pub(crate) fn outlet(&self, position: usize, index: usize) -> Outlet {
        let made = &self.nodes[position];
        let (types, shapes) = (Arc::clone(&made.types), Arc::clone(&made.shapes));
        Outlet { node: made.def.name.as_str().into(), position, index, types, shapes }
    }

    /// The place of the node that a tensor comes from, which must be of this graph.
    pub(crate) fn position(&self, of: &Outlet) -> Result<usize> {
        match self.nodes.get(of.position) {
            Some(made) if made.def.name == of.node() => Ok(of.position),
            _ => Err(invalid_argument(format!("{} is a tensor of another graph", of.name()))),
        }
    }

    /// The name itself, in the scope of the moment, or with a number behind it if there is one like it already. A name that
    /// ends in a slash is that of a scope, and may be given to one node: the one that the scope was made for.
    fn unique(&mut self, name: &str) -> String {
        if let Some(whole) = name.strip_suffix('/').filter(|whole| !self.by_name.contains_key(*whole)) {
            self.names.entry(whole.to_lowercase()).or_insert(1);
            return whole.to_owned();
        }
        let name = name.trim_end_matches('/');
        let wanted = format!("{}{name}", self.scopes.name);
        let key = wanted.to_lowercase();
        let mut count = match self.names.entry(key.clone()) {
            Entry::Vacant(entry) => {
                entry.insert(1);
                return wanted;
            }
            Entry::Occupied(mut entry) => {
                *entry.get_mut() += 1;
                *entry.get() - 1
            }
        };
        while self.names.contains_key(&format!("{key}_{count}")) {
            count += 1;
        }
        self.names.insert(format!("{key}_{count}"), 1);
        format!("{wanted}_{count}")
    }
}
