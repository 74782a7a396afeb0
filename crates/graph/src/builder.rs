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

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};

use regatta_status::{Result, invalid_argument, not_found};
use regatta_tensor::{DType, PartialShape, Shape, Tensor};

use crate::{
    def::{AttrList, AttrValue, Attrs, GraphDef, NodeDef, Versions},
    graph::Graph,
    op_def::{ArgCount, ArgType, EdgeType, OpDef},
    ops,
};

/// A graph in the making.
#[derive(Default)]
pub struct GraphBuilder {
    nodes: Vec<NodeDef>,
    /// How many of the nodes have been taken.
    taken: usize,
    /// How often each name was asked for; TensorFlow takes names that differ only in case for the same.
    names: HashMap<String, usize>,
    device: String,
    scope: String,
}

/// An output of a node: what other nodes take as input.
#[derive(Clone, Debug)]
pub struct Outlet {
    node: String,
    index: usize,
    types: Arc<[EdgeType]>,
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

    /// Another output of the same node.
    pub fn output(&self, index: usize) -> Outlet {
        Outlet { index, ..self.clone() }
    }
}

impl GraphBuilder {
    /// A graph without nodes.
    pub fn new() -> GraphBuilder {
        GraphBuilder::default()
    }

    /// Begins a node; [`NodeBuilder::finish`] adds it.
    pub fn node(&mut self, op: &str, name: &str) -> NodeBuilder<'_> {
        let def =
            NodeDef { name: name.to_owned(), op: op.to_owned(), device: self.device.clone(), ..NodeDef::default() };
        NodeBuilder { graph: self, def, inputs: Vec::new(), controls: Vec::new() }
    }

    /// A value.
    pub fn constant(&mut self, name: &str, value: Tensor) -> Result<Outlet> {
        self.node("Const", name).attr("dtype", value.dtype()).attr("value", value).finish()
    }

    /// What is made inside, unless it says otherwise, is to run on this device.
    pub fn with_device<T>(&mut self, device: &str, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        let outer = std::mem::replace(&mut self.device, device.to_owned());
        let made = make(self);
        self.device = outer;
        made
    }

    /// What is made inside has names that begin with `scope/`.
    pub fn with_scope<T>(&mut self, scope: &str, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        let inner = format!("{}/", self.unique(scope));
        let outer = std::mem::replace(&mut self.scope, inner);
        let made = make(self);
        self.scope = outer;
        made
    }

    /// The whole graph, checked.
    pub fn build(&self) -> Result<GraphDef> {
        let versions = Versions { producer: Versions::CURRENT, ..Versions::default() };
        let def = GraphDef { nodes: self.nodes.clone(), versions, ..GraphDef::default() };
        Graph::from_def(def.clone())?;
        Ok(def)
    }

    /// The nodes made since the last call, for a session that is extended as its graph grows. All of the graph is checked.
    pub fn take(&mut self) -> Result<GraphDef> {
        let mut def = self.build()?;
        def.nodes.drain(..self.taken);
        self.taken = self.nodes.len();
        Ok(def)
    }

    fn unique(&mut self, name: &str) -> String {
        let wanted = format!("{}{name}", self.scope);
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

/// A node in the making.
#[must_use = "a node is added by `finish`"]
pub struct NodeBuilder<'a> {
    graph: &'a mut GraphBuilder,
    def: NodeDef,
    /// Name and type; the type of a node that is yet to be made is not known.
    inputs: Vec<(String, Option<EdgeType>)>,
    controls: Vec<String>,
}

impl NodeBuilder<'_> {
    /// Where it should run; any part of the name may be missing.
    pub fn device(mut self, device: &str) -> Self {
        self.def.device = device.to_owned();
        self
    }

    /// Sets an attribute.
    pub fn attr(mut self, name: &str, value: impl Into<AttrValue>) -> Self {
        self.def.attrs.insert(name.to_owned(), value.into());
        self
    }

    /// Adds an input.
    pub fn input(mut self, from: &Outlet) -> Self {
        // An output that is not there is an error of `build`, which knows all nodes.
        self.inputs.push((from.name(), from.types.get(from.index).copied()));
        self
    }

    /// Adds several inputs.
    pub fn inputs<'b>(self, from: impl IntoIterator<Item = &'b Outlet>) -> Self {
        from.into_iter().fold(self, |node, from| node.input(from))
    }

    /// Adds an input from a node that is yet to be made under exactly this name: the back edge of a loop.
    pub fn input_later(mut self, name: &str) -> Self {
        self.inputs.push((name.to_owned(), None));
        self
    }

    /// Runs after another node.
    pub fn control_input(mut self, from: &Outlet) -> Self {
        self.controls.push(format!("^{}", from.node));
        self
    }

    /// Adds the node to the graph; answers its first output.
    pub fn finish(mut self) -> Result<Outlet> {
        let name = self.def.name.clone();
        let op = ops::find(&self.def.op)
            .ok_or_else(|| not_found(format!("Op type not registered '{}'", self.def.op)).at_node(&name))?;
        infer_attrs(op, &self.inputs, &mut self.def.attrs).map_err(|e| e.at_node(&name))?;
        let mut attrs = self.def.attrs.clone();
        op.complete_attrs(&name, &mut attrs)?;
        let expected = op.input_types(&attrs).map_err(|e| e.at_node(&name))?;
        if expected.len() != self.inputs.len() {
            let message = format!("op {} takes {} inputs but {} are given", op.name, expected.len(), self.inputs.len());
            return Err(invalid_argument(message).at_node(&name));
        }
        for ((from, actual), expected) in self.inputs.iter().zip(expected) {
            if actual.is_some_and(|it| it.dtype != expected.dtype || (expected.is_ref && !it.is_ref)) {
                let message = format!("op {} takes {expected:?} where {from} is {:?}", op.name, actual.as_slice());
                return Err(invalid_argument(message).at_node(&name));
            }
        }
        let types = op.output_types(&attrs).map_err(|e| e.at_node(&name))?;
        self.def.name = self.graph.unique(&name);
        self.def.inputs = self.inputs.into_iter().map(|(from, _)| from).chain(self.controls).collect();
        let node = self.def.name.clone();
        self.graph.nodes.push(self.def);
        Ok(Outlet { node, index: 0, types: types.into() })
    }
}

/// Sets the attributes that an op's signature ties to its inputs, unless they are given.
fn infer_attrs(op: &OpDef, inputs: &[(String, Option<EdgeType>)], attrs: &mut Attrs) -> Result<()> {
    let mut rest = inputs;
    for (i, arg) in op.inputs.iter().enumerate() {
        // What the arguments behind it leave, of which each takes one; no op has two that vary.
        let spare = rest.len().saturating_sub(op.inputs.len() - i - 1);
        let count = match arg.count {
            ArgCount::One => 1,
            ArgCount::List => spare,
            ArgCount::Attr(attr) => match attrs.entry(attr.to_owned()).or_insert(AttrValue::Int(spare as i64)) {
                AttrValue::Int(count) => usize::try_from(*count).unwrap_or(0),
                _ => return Err(invalid_argument(format!("attr '{attr}' is not an int"))),
            },
        };
        let (mine, others) = rest.split_at(count.min(rest.len()));
        rest = others;
        let mut types = mine.iter().filter_map(|(_, ty)| ty.map(|ty| ty.dtype));
        let ArgType::Attr(attr) = arg.ty else { continue };
        let inferred = match arg.count {
            ArgCount::List => Some(AttrValue::List(AttrList { types: types.collect(), ..AttrList::default() })),
            _ => types.next().map(AttrValue::Type),
        };
        if let Some(value) = inferred {
            attrs.entry(attr.to_owned()).or_insert(value);
        }
    }
    Ok(())
}

macro_rules! attr_values {
    ($($kind:ident: $($from:ty),+;)*) => {
        $($(impl From<$from> for AttrValue {
            fn from(value: $from) -> AttrValue {
                AttrValue::$kind(value.into())
            }
        })+)*
    };
}

attr_values! {
    String: &str, String;
    Int: i64;
    Float: f32;
    Bool: bool;
    Type: DType;
    Shape: PartialShape, &Shape;
    Tensor: Tensor;
    List: AttrList;
}

impl From<Shape> for AttrValue {
    fn from(shape: Shape) -> AttrValue {
        AttrValue::from(&shape)
    }
}
