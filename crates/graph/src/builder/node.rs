//! One node in the making: its inputs and attributes, and what follows from them.

use regatta_status::{Result, invalid_argument, not_found};
use regatta_tensor::Tensor;

use super::{GraphBuilder, Made, Outlet};
use crate::{
    def::{AttrList, AttrValue, Attrs, NodeDef},
    graph::{Node, NodeId, Output},
    infer::{self, shapes_of},
    op_def::{ArgCount, ArgType, EdgeType, OpDef},
    ops,
};

/// A node in the making.
#[must_use = "a node is added by `finish`"]
pub struct NodeBuilder<'a> {
    graph: &'a mut GraphBuilder,
    def: NodeDef,
    inputs: Vec<Source>,
    controls: Vec<String>,
}

/// Where an input comes from; of a node that is yet to be made only the name is known.
struct Source {
    name: String,
    outlet: Option<Outlet>,
}

impl Source {
    fn edge_type(&self) -> Option<EdgeType> {
        self.outlet.as_ref().and_then(Outlet::edge_type)
    }
}

impl<'a> NodeBuilder<'a> {
    pub(super) fn new(graph: &'a mut GraphBuilder, op: &str, name: &str) -> NodeBuilder<'a> {
        let def = NodeDef { name: name.to_owned(), op: op.to_owned(), ..NodeDef::default() };
        NodeBuilder { graph, def, inputs: Vec::new(), controls: Vec::new() }
    }

    /// Where it should run; any part of the name may be missing. What the scopes around it say fills in the rest.
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
        self.inputs.push(Source { name: from.name(), outlet: Some(from.clone()) });
        self
    }

    /// Adds several inputs.
    pub fn inputs<'b>(self, from: impl IntoIterator<Item = &'b Outlet>) -> Self {
        from.into_iter().fold(self, |node, from| node.input(from))
    }

    /// Adds an input from a node that is yet to be made under exactly this name: the back edge of a loop.
    pub fn input_later(mut self, name: &str) -> Self {
        self.inputs.push(Source { name: name.to_owned(), outlet: None });
        self
    }

    /// Runs after another node.
    pub fn control_input(mut self, from: &Outlet) -> Self {
        self.controls.push(format!("^{}", from.node()));
        self
    }

    /// Runs on the same device as another node.
    pub fn colocate_with(self, other: &Outlet) -> Self {
        self.beside(other.node())
    }

    fn beside(mut self, node: &str) -> Self {
        let class = format!("loc:@{node}").into_bytes();
        let classes = self.def.attrs.entry("_class".to_owned()).or_insert_with(|| AttrList::default().into());
        if let AttrValue::List(list) = classes {
            list.strings.push(class);
        }
        self
    }

    /// Adds the node to the graph; answers its first output.
    pub fn finish(mut self) -> Result<Outlet> {
        for node in self.graph.scopes.beside.clone() {
            self = self.beside(&node);
        }
        self.def.device = self.graph.device_for(&self.def)?;
        let name = self.def.name.clone();
        let inputs: Vec<Outlet> = self.inputs.iter().filter_map(|input| input.outlet.clone()).collect();
        self.controls.extend(self.graph.scopes.controls(&inputs));
        let made = self.checked().map_err(|e| e.at_node(&name))?;
        let unique = self.graph.unique(&name);
        self.graph.add(made, unique)
    }

    /// The node with everything that follows from its inputs, or what is wrong with it.
    fn checked(&mut self) -> Result<Made> {
        let op =
            ops::find(&self.def.op).ok_or_else(|| not_found(format!("Op type not registered '{}'", self.def.op)))?;
        infer_attrs(op, &self.inputs, &mut self.def.attrs)?;
        let mut attrs = self.def.attrs.clone();
        op.complete_attrs(&self.def.name, &mut attrs)?;
        let expected = op.input_types(&attrs)?;
        if expected.len() != self.inputs.len() {
            let message = format!("op {} takes {} inputs but {} are given", op.name, expected.len(), self.inputs.len());
            return Err(invalid_argument(message));
        }
        for (source, expected) in self.inputs.iter().zip(&expected) {
            if let Some(outlet) = &source.outlet {
                self.graph.position(outlet)?;
            }
            if source.edge_type().is_some_and(|it| it.dtype != expected.dtype || (expected.is_ref && !it.is_ref)) {
                let (from, it) = (&source.name, source.edge_type());
                return Err(invalid_argument(format!(
                    "op {} takes {expected:?} where {from} is {:?}",
                    op.name,
                    it.as_slice()
                )));
            }
        }
        let output_types = op.output_types(&attrs)?;
        let types = output_types.as_slice().into();
        let outlets = || self.inputs.iter().filter_map(|source| source.outlet.as_ref());
        let inputs = outlets().map(|from| Output { node: NodeId::new(from.position()), index: from.index() }).collect();
        let node = Node {
            name: self.def.name.clone(),
            op,
            device: self.def.device.clone(),
            attrs,
            inputs,
            control_inputs: Vec::new(),
            input_types: expected,
            output_types,
        };
        let shapes: Vec<_> =
            self.inputs.iter().map(|i| i.outlet.as_ref().map(Outlet::shape).unwrap_or_default()).collect();
        let constants: Vec<Option<&Tensor>> =
            self.inputs.iter().map(|i| self.graph.constant_value(i.outlet.as_ref()?)).collect();
        // A loop's merge is known only when its back edge is.
        let is_open = self.inputs.iter().any(|source| source.outlet.is_none());
        let handles: Vec<_> = self.inputs.iter().map(|i| self.graph.handle_shape(i.outlet.as_ref()?)).collect();
        let (shapes, constant) = match is_open {
            true => (vec![Default::default(); node.output_types.len()], None),
            false => (shapes_of(&node, &shapes, &constants, &handles)?, infer::constant(&node, &constants).cloned()),
        };
        let handle = infer::handle(&node, &handles);
        let mut def = std::mem::take(&mut self.def);
        def.inputs = self.inputs.drain(..).map(|source| source.name).chain(self.controls.drain(..)).collect();
        Ok(Made { def, node, types, shapes: shapes.into(), constant, handle })
    }
}

impl GraphBuilder {
    fn add(&mut self, mut made: Made, name: String) -> Result<Outlet> {
        made.def.name.clone_from(&name);
        made.node.name.clone_from(&name);
        self.by_name.insert(name, self.nodes.len());
        self.nodes.push(made);
        Ok(self.outlet(self.nodes.len() - 1, 0))
    }

    /// Adds a node as somebody else described it, under its own name; its inputs must be there.
    pub(super) fn import(&mut self, def: &NodeDef) -> Result<Outlet> {
        let mut node = self.node(&def.op, &def.name);
        for input in &def.inputs {
            match input.strip_prefix('^') {
                Some(_) => node.controls.push(input.clone()),
                None => {
                    let outlet = node.graph.find(input).ok();
                    node.inputs.push(Source { name: input.clone(), outlet });
                }
            }
        }
        node.def.attrs.clone_from(&def.attrs);
        node.def.device.clone_from(&def.device);
        let made = node.checked().map_err(|e| e.at_node(&def.name))?;
        self.names.insert(def.name.to_lowercase(), 1);
        self.add(made, def.name.clone())
    }
}

/// Sets the attributes that an op's signature ties to its inputs, unless they are given.
fn infer_attrs(op: &OpDef, inputs: &[Source], attrs: &mut Attrs) -> Result<()> {
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
        let mut types = mine.iter().filter_map(|source| source.edge_type().map(|ty| ty.dtype));
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
