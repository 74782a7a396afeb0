//! Lowering: a graph that calls functions becomes one that does not.
//!
//! 1. A call (`PartitionedCall`, `StatefulPartitionedCall`, or a function's name as an op) becomes the function's body.
//! 2. `If` and `Case` become `Switch` and `Merge` around the bodies of their branches. A node of a body that has no input
//!    waits for the branch's *pivot*, so that it is dead where the branch is not taken.
//! 3. `While` becomes a loop of `Enter`, `Merge`, `LoopCond`, `Switch`, `NextIteration` and `Exit` in a frame of its name.
//!
//! The node itself stays under its name as an `IdentityN` (`Identity`, `NoOp`) of what came of it, for fetches, control
//! edges and later extensions of the graph. Nodes of the same graph take its outputs from where they come from, as with
//! TensorFlow, so that a step runs no more than it needs and handles do not travel.
//!
//! Names that are made here have a part that begins with `_`, which clients do not make.

mod body;
mod repeat;
mod select;

use std::{collections::HashMap, mem};

use regatta_status::{Result, Status, invalid_argument, not_found, resource_exhausted};
use regatta_tensor::DType;

use crate::{
    def::{AttrList, AttrValue, Attrs, FunctionDef, FunctionRef, GraphDef, Library, NodeDef},
    graph::parse_tensor_name,
    op_def::AttrsExt,
};

/// Functions may call functions this deep. Programs stay below ten.
const DEPTH_MAX: usize = 64;

/// Functions that call others twice, which call others twice, grow without bounds. With more nodes than this no function is
/// put in place of a call any more; it is far above any model.
const NODES_MAX: usize = 1 << 18;

/// Replaces all nodes that call functions by what they do. `known` are the functions of earlier parts of the graph. A graph
/// without such nodes comes back as it is.
pub fn lower(mut def: GraphDef, known: &Library) -> Result<GraphDef> {
    let functions: HashMap<&str, &FunctionDef> = known
        .functions
        .iter()
        .chain(&def.library.functions)
        .map(|function| (function.name.as_str(), function))
        .collect();
    if !def.nodes.iter().any(|node| Kind::of(node, &functions).is_some()) {
        return Ok(def);
    }
    let nodes = mem::take(&mut def.nodes);
    let mut lowering = Lowering { functions, nodes: Vec::with_capacity(nodes.len()), stack: Vec::new() };
    let mut callers = HashMap::new();
    for node in &nodes {
        if let Some(kind) = lowering.kind(node) {
            callers.insert(node.name.clone(), lowering.output_count(node, kind)?);
        }
    }
    for mut node in nodes {
        for input in node.inputs.iter_mut().filter(|input| !input.starts_with('^')) {
            // A malformed name is the checker's to refuse.
            if let Ok((from, index)) = parse_tensor_name(input)
                && callers.get(from).is_some_and(|count| index < *count)
            {
                *input = output_name(from, index);
            }
        }
        lowering.node(node, None)?;
    }
    def.nodes = lowering.nodes;
    Ok(def)
}

/// How a node calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The function that attribute `f` names.
    Call,
    /// The function that the op names.
    NamedCall,
    If,
    Case,
    While,
}

impl Kind {
    fn of(node: &NodeDef, functions: &HashMap<&str, &FunctionDef>) -> Option<Kind> {
        match node.op.as_str() {
            "PartitionedCall" | "StatefulPartitionedCall" => Some(Kind::Call),
            "If" | "StatelessIf" => Some(Kind::If),
            "Case" | "StatelessCase" => Some(Kind::Case),
            "While" | "StatelessWhile" => Some(Kind::While),
            op if functions.contains_key(op) => Some(Kind::NamedCall),
            _ => None,
        }
    }

    /// The attribute that lists the types of the node's outputs.
    fn output_types_attr(self) -> &'static str {
        if self == Kind::While { "T" } else { "Tout" }
    }
}

struct Lowering<'a> {
    functions: HashMap<&'a str, &'a FunctionDef>,
    /// What came of it so far.
    nodes: Vec<NodeDef>,
    /// The functions whose bodies we are in.
    stack: Vec<&'a str>,
}

/// A value as an argument of a function.
#[derive(Clone)]
struct Value {
    tensor: String,
    dtype: DType,
    /// Whether the value is there before the function may begin, so that its users must wait for the pivot too.
    early: bool,
}

impl<'a> Lowering<'a> {
    fn kind(&self, node: &NodeDef) -> Option<Kind> {
        Kind::of(node, &self.functions)
    }

    fn find(&self, name: &str, node: &NodeDef) -> Result<&'a FunctionDef> {
        self.functions.get(name).copied().ok_or_else(|| {
            not_found(format!("Function '{name}' is not defined, which node '{}' ({}) calls", node.name, node.op))
                .at_node(&node.name)
        })
    }

    fn output_count(&self, node: &NodeDef, kind: Kind) -> Result<usize> {
        if kind == Kind::NamedCall {
            return body::types(&self.find(&node.op, node)?.outputs, &node.attrs)
                .map(|types| types.len())
                .map_err(|e| e.at_node(&node.name));
        }
        Ok(node.attrs.list(kind.output_types_attr()).map_err(|e| e.at_node(&node.name))?.types.len())
    }

    /// Adds a node whose inputs are resolved. `pivot` is what the nodes around it wait for.
    fn node(&mut self, node: NodeDef, pivot: Option<&str>) -> Result<()> {
        match self.kind(&node) {
            None => self.push(node),
            Some(Kind::Call) => {
                let function = function_attr(&node, "f")?.clone();
                self.call(node, &function, pivot)
            }
            Some(Kind::NamedCall) => {
                let function = FunctionRef { name: node.op.clone(), attrs: node.attrs.clone() };
                self.call(node, &function, pivot)
            }
            Some(kind @ (Kind::If | Kind::Case)) => self.select(node, kind, pivot),
            Some(Kind::While) => self.repeat(node),
        }
    }

    /// Puts the function's body in the place of a call.
    fn call(&mut self, node: NodeDef, function: &FunctionRef, pivot: Option<&str>) -> Result<()> {
        let def = self.find(&function.name, &node)?;
        let types = body::types(&def.inputs, &function.attrs).map_err(|e| in_function(&node, def, &e))?;
        let (data, mut controls) = split_inputs(&node)?;
        check_count(&node, def, "arguments", types.len(), data.len())?;
        // With control inputs the body has a gate of its own.
        let has_gate = !controls.is_empty();
        let gate = has_gate.then(|| format!("{}/_gate", node.name));
        if let Some(gate) = &gate {
            controls.extend(pivot.map(|pivot| format!("^{pivot}")));
            self.push(made(gate, "NoOp", controls, &node.device, []))?;
        }
        let pivot = gate.as_deref().or(pivot);
        let arguments =
            data.into_iter().zip(types).map(|(tensor, dtype)| Value { tensor, dtype, early: has_gate }).collect();
        let mut done = self.body(&node, function, "_body", arguments, pivot)?;
        done.effects.extend(self.unsaid_effects(def, &format!("{}/_body/", node.name)));
        let mut outputs = Vec::with_capacity(done.results.len());
        for (k, result) in done.results.into_iter().enumerate() {
            let output = output_name(&node.name, k);
            let mut inputs = vec![result.tensor];
            inputs.extend(done.effects.iter().cloned());
            self.push(made(&output, "Identity", inputs, &node.device, [("T", AttrValue::Type(result.dtype))]))?;
            outputs.push((output, result.dtype));
        }
        let mut after = done.effects;
        if outputs.is_empty() {
            after.extend(pivot.map(|pivot| format!("^{pivot}")));
        }
        self.survivor(node, outputs, after)
    }

    /// The node that keeps the name of a lowered one.
    fn survivor(&mut self, node: NodeDef, outputs: Vec<(String, DType)>, after: Vec<String>) -> Result<()> {
        let (tensors, mut types): (Vec<String>, Vec<DType>) = outputs.into_iter().unzip();
        let mut attrs: Attrs = node.attrs.into_iter().filter(|(name, _)| name.starts_with('_')).collect();
        let op = match types.len() {
            0 => "NoOp",
            1 => {
                attrs.insert("T".to_owned(), AttrValue::Type(types.remove(0)));
                "Identity"
            }
            _ => {
                attrs.insert("T".to_owned(), AttrValue::List(AttrList { types, ..AttrList::default() }));
                "IdentityN"
            }
        };
        let inputs = tensors.into_iter().chain(after).collect();
        self.push(NodeDef { name: node.name, op: op.to_owned(), inputs, device: node.device, attrs })
    }

    fn push(&mut self, node: NodeDef) -> Result<()> {
        if self.nodes.len() >= NODES_MAX && !self.stack.is_empty() {
            return Err(resource_exhausted(format!("with its functions the graph has more than {NODES_MAX} nodes"))
                .at_node(&node.name));
        }
        self.nodes.push(node);
        Ok(())
    }
}

/// Where the k-th output of a lowered node comes from.
fn output_name(node: &str, k: usize) -> String {
    format!("{node}/_out_{k}")
}

/// A node that lowering makes.
fn made<'n>(
    name: &str,
    op: &str,
    inputs: Vec<String>,
    device: &str,
    attrs: impl IntoIterator<Item = (&'n str, AttrValue)>,
) -> NodeDef {
    let attrs = attrs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    NodeDef { name: name.to_owned(), op: op.to_owned(), inputs, device: device.to_owned(), attrs }
}

/// The inputs of a node, and its control inputs, each with its `^`.
fn split_inputs(node: &NodeDef) -> Result<(Vec<String>, Vec<String>)> {
    let data = node.inputs.iter().take_while(|input| !input.starts_with('^')).count();
    let (data, controls) = node.inputs.split_at(data);
    match controls.iter().find(|input| !input.starts_with('^')) {
        Some(late) => {
            Err(invalid_argument(format!("Node '{}': regular input '{late}' after a control input", node.name))
                .at_node(&node.name))
        }
        None => Ok((data.to_vec(), controls.to_vec())),
    }
}

fn function_attr<'n>(node: &'n NodeDef, name: &str) -> Result<&'n FunctionRef> {
    match node.attrs.get_attr(name).map_err(|e| e.at_node(&node.name))? {
        AttrValue::Func(function) => Ok(function),
        _ => {
            Err(invalid_argument(format!("attr '{name}' of node '{}' is not a function", node.name))
                .at_node(&node.name))
        }
    }
}

fn types_attr(node: &NodeDef, name: &str) -> Result<Vec<DType>> {
    Ok(node.attrs.list(name).map_err(|e| e.at_node(&node.name))?.types.clone())
}

fn check_count(node: &NodeDef, def: &FunctionDef, what: &str, expected: usize, actual: usize) -> Result<()> {
    if expected == actual {
        return Ok(());
    }
    Err(invalid_argument(format!(
        "Function '{}' has {expected} {what}, but node '{}' ({}) has {actual}",
        def.name, node.name, node.op
    ))
    .at_node(&node.name))
}

/// An error inside a function, told with the function and the node that calls it.
fn in_function(node: &NodeDef, def: &FunctionDef, status: &Status) -> Status {
    Status::new(
        status.code,
        format!("In function '{}', which node '{}' calls: {}", def.name, node.name, status.message),
    )
    .at_node(&node.name)
}
