//! A graph whose names are resolved and whose types agree.
//!
//! Every node's op is in the table, its attributes are complete, its inputs exist and have the types that the op takes, and
//! the only cycles are those of loops. Passes rely on that and do not look again.

use std::{collections::HashMap, fmt};

use regatta_status::{Result, invalid_argument, not_found};

use crate::{
    def::{Attrs, GraphDef, Library, NodeDef, Versions},
    op_def::{EdgeType, OpDef},
    ops,
};

/// A node of one graph. Ids count from zero in the order in which nodes were added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    pub(crate) fn new(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    /// The place of this node in a table with one row per node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// One output of a node: where an edge begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Output {
    /// The node.
    pub node: NodeId,
    /// Which of its outputs.
    pub index: usize,
}

/// A node whose inputs are resolved.
#[derive(Clone)]
pub struct Node {
    /// Unique in the graph.
    pub name: String,
    /// What it computes.
    pub op: &'static OpDef,
    /// Where the client asked for it to run; any part may be missing.
    pub device: String,
    /// The op's parameters, defaults filled in.
    pub attrs: Attrs,
    /// Where each input comes from.
    pub inputs: Vec<Output>,
    /// The nodes that must have run before this one.
    pub control_inputs: Vec<NodeId>,
    /// The type of each input that the op takes. An edge from a reference may feed an input that is none.
    pub input_types: Vec<EdgeType>,
    /// The type of each output.
    pub output_types: Vec<EdgeType>,
}

impl Node {
    /// Whether this node is the given op.
    pub fn is(&self, op: &str) -> bool {
        self.op.name == op
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}{:?}", self.name, self.op.name, self.inputs)
    }
}

/// A checked graph.
#[derive(Clone, Default)]
pub struct Graph {
    nodes: Vec<Node>,
    by_name: HashMap<String, NodeId>,
    /// The functions that nodes may call.
    pub library: Library,
    /// Who made the graph.
    pub versions: Versions,
}

impl Graph {
    /// Checks a graph as it was sent.
    pub fn from_def(def: GraphDef) -> Result<Graph> {
        let mut graph = Graph::default();
        graph.extend(def)?;
        Ok(graph)
    }

    /// Adds nodes (and functions) to the graph, which may take inputs from those that are there. On an error the graph is
    /// as before.
    pub fn extend(&mut self, def: GraphDef) -> Result<()> {
        check_versions(&def.versions)?;
        let before = self.nodes.len();
        let result = self.add_nodes(def.nodes).and_then(|()| self.check_cycles(before));
        if result.is_err() {
            self.nodes.truncate(before);
            self.by_name.retain(|_, id| id.index() < before);
            return result;
        }
        for function in def.library.functions {
            match self.library.functions.iter_mut().find(|known| known.name == function.name) {
                Some(known) => *known = function,
                None => self.library.functions.push(function),
            }
        }
        self.library.gradients.extend(def.library.gradients);
        if before == 0 {
            self.versions = def.versions;
        }
        Ok(())
    }

    fn add_nodes(&mut self, defs: Vec<NodeDef>) -> Result<()> {
        let before = self.nodes.len();
        let mut input_names = Vec::with_capacity(defs.len());
        for def in defs {
            check_name(&def.name)?;
            let op = ops::find(&def.op).ok_or_else(|| unknown_op(&def))?;
            let mut attrs = def.attrs;
            op.complete_attrs(&def.name, &mut attrs)?;
            let input_types = op.input_types(&attrs).map_err(|e| e.at_node(&def.name))?;
            let output_types = op.output_types(&attrs).map_err(|e| e.at_node(&def.name))?;
            if self.by_name.contains_key(&def.name) {
                return Err(invalid_argument(format!("Node '{}' is not unique", def.name)).at_node(&def.name));
            }
            self.by_name.insert(def.name.clone(), NodeId(self.nodes.len() as u32));
            input_names.push(def.inputs);
            let (inputs, control_inputs) = (Vec::new(), Vec::new());
            self.nodes.push(Node {
                name: def.name,
                op,
                device: def.device,
                attrs,
                inputs,
                control_inputs,
                input_types,
                output_types,
            });
        }
        for (offset, names) in input_names.into_iter().enumerate() {
            self.connect(NodeId((before + offset) as u32), &names)?;
        }
        Ok(())
    }

    /// Resolves the names of a node's inputs and checks their number and types.
    fn connect(&mut self, id: NodeId, names: &[String]) -> Result<()> {
        let name = self.node(id).name.clone();
        let (mut inputs, mut control_inputs) = (Vec::new(), Vec::new());
        for input in names {
            let unknown =
                |from: &str| invalid_argument(format!("Node '{name}': Unknown input node '{from}'")).at_node(&name);
            if let Some(control) = input.strip_prefix('^') {
                let from = *self.by_name.get(control).ok_or_else(|| unknown(control))?;
                if !control_inputs.contains(&from) {
                    control_inputs.push(from);
                }
                continue;
            }
            if !control_inputs.is_empty() {
                return Err(invalid_argument(format!("Node '{name}': regular input '{input}' after a control input"))
                    .at_node(&name));
            }
            let (from, index) = parse_tensor_name(input)?;
            let from = *self.by_name.get(from).ok_or_else(|| unknown(from))?;
            inputs.push(Output { node: from, index });
        }
        let node = self.node(id);
        if inputs.len() != node.input_types.len() {
            return Err(invalid_argument(format!(
                "NodeDef mentions {} inputs but op {} of node '{name}' takes {}",
                inputs.len(),
                node.op.name,
                node.input_types.len()
            ))
            .at_node(&name));
        }
        for (k, (input, expected)) in inputs.iter().zip(&node.input_types).enumerate() {
            let source = self.node(input.node);
            let Some(actual) = source.output_types.get(input.index) else {
                return Err(invalid_argument(format!(
                    "Node '{name}': Connecting to invalid output {} of source node {} which has {} outputs.",
                    input.index,
                    source.name,
                    source.output_types.len()
                ))
                .at_node(&name));
            };
            // A value may be taken from a reference, but a reference only from a reference.
            if actual.dtype != expected.dtype || (expected.is_ref && !actual.is_ref) {
                return Err(invalid_argument(format!(
                    "Input {k} of node {name} was passed {actual:?} from {}:{} incompatible with expected {expected:?}.",
                    source.name, input.index
                ))
                .at_node(&name));
            }
        }
        let node = &mut self.nodes[id.index()];
        (node.inputs, node.control_inputs) = (inputs, control_inputs);
        Ok(())
    }

    /// Refuses cycles among the nodes from `first` on; a loop's back edge (`NextIteration` to `Merge`) does not count.
    fn check_cycles(&self, first: usize) -> Result<()> {
        let order = self.topological_order();
        if order.len() == self.nodes.len() {
            return Ok(());
        }
        let mut sorted = vec![false; self.nodes.len()];
        order.iter().for_each(|id| sorted[id.index()] = true);
        let stuck: Vec<&str> = self.nodes[first..]
            .iter()
            .enumerate()
            .filter(|(i, _)| !sorted[first + i])
            .map(|(_, n)| n.name.as_str())
            .collect();
        let named = stuck.iter().take(4).map(|name| format!("{{{{node {name}}}}}")).collect::<Vec<_>>().join(", ");
        Err(invalid_argument(format!(
            "Graph is invalid, contains a cycle with {} nodes, including: {named}",
            stuck.len()
        )))
    }

    /// The nodes in an order in which every one comes after its inputs, back edges of loops left aside. Among nodes that
    /// could come next the one added first does, so the order is always the same. Nodes on a cycle are missing from it.
    pub fn topological_order(&self) -> Vec<NodeId> {
        let mut waiting: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let data = node.inputs.iter().filter(|input| !self.is_back_edge(node, input.node)).count();
            waiting.push(data + node.control_inputs.len());
        }
        let consumers = self.consumers();
        let mut ready: std::collections::BinaryHeap<std::cmp::Reverse<NodeId>> =
            self.ids().filter(|id| waiting[id.index()] == 0).map(std::cmp::Reverse).collect();
        let mut order = Vec::with_capacity(self.nodes.len());
        while let Some(std::cmp::Reverse(id)) = ready.pop() {
            order.push(id);
            for edge in &consumers[id.index()] {
                if edge.source_index.is_some() && self.is_back_edge(self.node(edge.target), id) {
                    continue;
                }
                let left = &mut waiting[edge.target.index()];
                *left -= 1;
                if *left == 0 {
                    ready.push(std::cmp::Reverse(edge.target));
                }
            }
        }
        order
    }

    fn is_back_edge(&self, target: &Node, source: NodeId) -> bool {
        matches!(target.op.name, "Merge" | "RefMerge")
            && matches!(self.node(source).op.name, "NextIteration" | "RefNextIteration")
    }

    /// Every edge by the node it leaves, in the order of the targets.
    pub fn consumers(&self) -> Vec<Vec<Edge>> {
        let mut consumers = vec![Vec::new(); self.nodes.len()];
        for (id, node) in self.iter() {
            for (target_index, input) in node.inputs.iter().enumerate() {
                consumers[input.node.index()].push(Edge { source_index: Some(input.index), target: id, target_index });
            }
            for control in &node.control_inputs {
                consumers[control.index()].push(Edge { source_index: None, target: id, target_index: usize::MAX });
            }
        }
        consumers
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node with this id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The node with this id, to be changed by a pass that keeps its types.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// All ids.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// All nodes with their ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().map(|(i, node)| (NodeId(i as u32), node))
    }

    /// The node with this name.
    pub fn find(&self, name: &str) -> Option<NodeId> {
        self.by_name.get(name).copied()
    }

    /// The output that a tensor name (`node` or `node:k`) means.
    pub fn find_output(&self, tensor_name: &str) -> Result<Output> {
        let (name, index) = parse_tensor_name(tensor_name)?;
        let node = self.find(name).ok_or_else(|| not_found(format!("FetchOutputs node {name}:{index}: not found")))?;
        let outputs = self.node(node).output_types.len();
        if index >= outputs {
            return Err(invalid_argument(format!(
                "tensor {name}:{index} does not exist: node '{name}' has {outputs} outputs"
            )));
        }
        Ok(Output { node, index })
    }

    /// How an edge from this output is written in a [`NodeDef`].
    pub fn output_name(&self, output: Output) -> String {
        let name = &self.node(output.node).name;
        if output.index == 0 { name.clone() } else { format!("{name}:{}", output.index) }
    }

    /// A node as it would be sent.
    pub fn node_def(&self, id: NodeId) -> NodeDef {
        let node = self.node(id);
        let data = node.inputs.iter().map(|input| self.output_name(*input));
        let control = node.control_inputs.iter().map(|from| format!("^{}", self.node(*from).name));
        NodeDef {
            name: node.name.clone(),
            op: node.op.name.to_owned(),
            inputs: data.chain(control).collect(),
            device: node.device.clone(),
            attrs: node.attrs.clone(),
        }
    }

    /// The whole graph as it would be sent.
    pub fn to_def(&self) -> GraphDef {
        GraphDef {
            nodes: self.ids().map(|id| self.node_def(id)).collect(),
            library: self.library.clone(),
            versions: self.versions.clone(),
        }
    }
}

/// An edge seen from the node it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The output it leaves from, or `None` for a control edge.
    pub source_index: Option<usize>,
    /// The node it goes to.
    pub target: NodeId,
    /// The input it arrives at; without meaning for a control edge.
    pub target_index: usize,
}

/// Splits `node:k` into its parts; `node` alone means output 0.
pub fn parse_tensor_name(text: &str) -> Result<(&str, usize)> {
    match text.rsplit_once(':') {
        None => Ok((text, 0)),
        Some((name, index)) => match index.parse::<u32>() {
            Ok(index) if !name.is_empty() => Ok((name, index as usize)),
            _ => Err(invalid_argument(format!("malformed tensor name '{text}'"))),
        },
    }
}

fn check_versions(versions: &Versions) -> Result<()> {
    if versions.min_consumer > Versions::CURRENT {
        return Err(invalid_argument(format!(
            "GraphDef min consumer version {} above current version {} for Regatta. Please upgrade Regatta.",
            versions.min_consumer,
            Versions::CURRENT
        )));
    }
    if versions.bad_consumers.contains(&Versions::CURRENT) {
        return Err(invalid_argument(format!("GraphDef disallows consumer version {}", Versions::CURRENT)));
    }
    Ok(())
}

/// Names are made of letters, digits and `_ . / > -`, and begin with a letter, a digit, `.` or (inside the runtime) `_`.
fn check_name(name: &str) -> Result<()> {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '/' | '>' | '-' | '\\');
    match name.chars().next() {
        Some(first) if (first.is_ascii_alphanumeric() || matches!(first, '.' | '_')) && name.chars().all(legal) => {
            Ok(())
        }
        _ => Err(invalid_argument(format!("Node name '{name}' contains invalid characters"))),
    }
}

fn unknown_op(def: &NodeDef) -> regatta_status::Status {
    not_found(format!(
        "Op type not registered '{}' in binary running on this task. Make sure the Op and Kernel are registered in the binary running in this process.",
        def.op
    ))
    .at_node(&def.name)
}
