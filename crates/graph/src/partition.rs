//! Cuts a placed graph into one graph per location, with a send and a receive where an edge was cut.
//!
//! Each location then runs its part alone, and the parts meet only in the rendezvous. For that to end well every receive must
//! run exactly as often as its send. Outside of loops both run once. Inside of a loop a receive has no input that would make it
//! run once per turn, and a location without the loop's condition does not know how many turns there are; `partition::loops`
//! adds to the graph what tells them, before it is cut.
//!
//! The names made here carry numbers from a counter that belongs to the session, since workers keep the kernels of stateful
//! nodes (sends and receives are such) by session and node name: a name used again for another edge would find the old kernel,
//! and with it the old key. On a worker of TensorFlow 2.21 such a step waits for ever.

mod loops;

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};

use regatta_status::{Result, internal};
use regatta_tensor::{DType, Tensor};

use crate::{
    control_flow::{FrameId, Frames},
    def::{AttrValue, Attrs, GraphDef, Library, NodeDef},
    graph::{Graph, Node, NodeId, Output},
};

/// Numbers for the nodes that partitioning adds. One counter serves all steps of a session.
#[derive(Clone, Debug, Default)]
pub struct NodeNumbers(u64);

impl NodeNumbers {
    /// The next number `n` for which `<base>_S<n>` is no node of the graph.
    fn next(&mut self, graph: &Graph, base: &str) -> u64 {
        loop {
            let number = self.0;
            self.0 += 1;
            if graph.find(&numbered(base, number)).is_none() {
                return number;
            }
        }
    }

    fn name(&mut self, graph: &Graph, base: &str) -> String {
        let number = self.next(graph, base);
        numbered(base, number)
    }
}

fn numbered(base: &str, number: u64) -> String {
    format!("{base}_S{number}")
}

/// Cuts a graph by `location`, which tells the location of a device: its task, or the device itself. Every node's device must
/// be a full name. `incarnation` tells that of a device.
///
/// Nodes of control flow may move to a neighbour's device; every other node stays on its own.
pub fn partition(
    graph: &Graph,
    location: &dyn Fn(&str) -> String,
    incarnation: &dyn Fn(&str) -> u64,
    numbers: &mut NodeNumbers,
) -> Result<BTreeMap<String, GraphDef>> {
    let graph: Cow<Graph> = loops::complete(graph, numbers)?;
    let mut cut = Cut::new(&graph, location, incarnation, numbers)?;
    for (id, node) in graph.iter() {
        cut.add(id, node)?;
    }
    Ok(cut.finish())
}

/// The parts as they grow.
struct Cut<'a> {
    graph: &'a Graph,
    frames: Frames,
    /// What makes the receives of a frame on a device run once per turn.
    turns: HashMap<(FrameId, &'a str), &'a str>,
    /// The location of each node.
    locations: Vec<String>,
    incarnation: &'a dyn Fn(&str) -> u64,
    numbers: &'a mut NodeNumbers,
    /// The nodes that stand on a device for an output (or, without an index, for the end) of a node elsewhere.
    received: HashMap<(NodeId, Option<usize>, &'a str), String>,
    parts: BTreeMap<String, Vec<NodeDef>>,
}

impl<'a> Cut<'a> {
    fn new(
        graph: &'a Graph,
        location: &dyn Fn(&str) -> String,
        incarnation: &'a dyn Fn(&str) -> u64,
        numbers: &'a mut NodeNumbers,
    ) -> Result<Cut<'a>> {
        let mut known: HashMap<&str, String> = HashMap::new();
        let locations = graph
            .iter()
            .map(|(_, node)| known.entry(&node.device).or_insert_with(|| location(&node.device)).clone())
            .collect();
        let frames = Frames::of(graph)?;
        let turns = loops::turns(graph, &frames);
        let (received, parts) = Default::default();
        Ok(Cut { graph, frames, turns, locations, incarnation, numbers, received, parts })
    }

    fn location(&self, id: NodeId) -> &str {
        &self.locations[id.index()]
    }

    fn part(&mut self, location: &str) -> &mut Vec<NodeDef> {
        self.parts.entry(location.to_owned()).or_default()
    }

    /// Adds a node to its part, and both ends of the edges that it takes from other parts.
    fn add(&mut self, id: NodeId, node: &Node) -> Result<()> {
        let here = self.location(id).to_owned();
        let mut inputs = Vec::with_capacity(node.inputs.len() + node.control_inputs.len());
        let mut refs_read = Vec::new();
        for (k, input) in node.inputs.iter().enumerate() {
            let source = self.graph.node(input.node);
            if self.location(input.node) == here {
                inputs.push(self.graph.output_name(*input));
                continue;
            }
            if node.input_types[k].is_ref {
                return Err(internal(format!(
                    "reference {} on {} cannot be passed to node '{}' on {}",
                    self.graph.output_name(*input),
                    source.device,
                    node.name,
                    node.device
                )));
            }
            if source.output_types[input.index].is_ref {
                inputs.push(self.connect(input.node, Some(input.index), id));
                refs_read.push(self.part(&here).len() - 1);
            } else {
                inputs.push(self.share(input.node, Some(input.index), id));
            }
        }
        let data_count = inputs.len();
        for control in &node.control_inputs {
            let name = if self.location(*control) == here {
                self.graph.node(*control).name.clone()
            } else {
                self.share(*control, None, id)
            };
            inputs.push(format!("^{name}"));
        }
        self.order_reads(id, &here, &refs_read, &inputs, data_count);
        let def = NodeDef {
            name: node.name.clone(),
            op: node.op.name.to_owned(),
            inputs,
            device: node.device.clone(),
            attrs: self.attrs(node, &here),
        };
        self.part(&here).push(def);
        Ok(())
    }

    /// A node that takes the value of a variable reads it when it runs, after all its inputs. When the variable is elsewhere,
    /// the receive waits for the node's other inputs, as in TensorFlow: there a sent variable keeps changing until it is
    /// fetched. Where a send takes the value as it is, the reading is done by the send, see [`Cut::reads_after`].
    fn order_reads(&mut self, id: NodeId, here: &str, reads: &[usize], inputs: &[String], data_count: usize) {
        if reads.is_empty() {
            return;
        }
        let node = self.graph.node(id);
        let is_ref = |input: &Output| self.graph.node(input.node).output_types[input.index].is_ref;
        let mut first: Vec<String> = Vec::new();
        for (k, input) in inputs.iter().enumerate() {
            let waits_for = match input.strip_prefix('^') {
                Some(control) => control,
                None if k < data_count && is_ref(&node.inputs[k]) => continue,
                None => input.rsplit_once(':').map_or(input.as_str(), |(name, _)| name),
            };
            let control = format!("^{waits_for}");
            if !first.contains(&control) {
                first.push(control);
            }
        }
        let part = self.part(here);
        for read in reads {
            part[*read].inputs.extend(first.iter().cloned());
        }
    }

    /// The node on the target's device that stands for the source: one for all targets on it.
    fn share(&mut self, source: NodeId, index: Option<usize>, target: NodeId) -> String {
        let key = (source, index, self.graph.node(target).device.as_str());
        if let Some(name) = self.received.get(&key) {
            return name.clone();
        }
        let name = self.connect(source, index, target);
        self.received.insert(key, name.clone());
        name
    }

    /// Adds a send and a receive; the last node added to the target's part stands for the source there, and its name is given
    /// back. For a control edge (no `index`) an empty tensor travels, and an `Identity` behind the receive is what targets wait
    /// for, as in TensorFlow.
    fn connect(&mut self, source_id: NodeId, index: Option<usize>, target_id: NodeId) -> String {
        let (source, target) = (self.graph.node(source_id), self.graph.node(target_id));
        let (there, here) = (self.location(source_id).to_owned(), self.location(target_id).to_owned());
        let number = self.numbers.next(self.graph, &source.name);
        let edge = format!("edge_{number}_{}", source.name);
        let (dtype, sent) = match index {
            Some(index) => {
                let output = Output { node: source_id, index };
                (source.output_types[index].dtype, self.graph.output_name(output))
            }
            None => {
                let name = self.numbers.name(self.graph, &format!("{}/ctrl", source.name));
                let after = vec![format!("^{}", source.name)];
                self.part(&there).push(empty_const(name.clone(), &source.device, after));
                (DType::Float, name)
            }
        };
        let send_name = numbered(&source.name, number);
        let attrs = self.end_attrs(&edge, source, target);
        let sent = [sent].into_iter().chain(self.reads_after(source_id, index, target)).collect();
        let send = end_def(send_name, "_Send", sent, &source.device, "T", dtype, attrs.clone());
        self.part(&there).push(send);

        let frame = self.frames.output_frame(self.graph, source_id);
        let turn = self.turns.get(&(frame, target.device.as_str())).map(|merge| format!("^{merge}"));
        let recv_name = self.numbers.name(self.graph, &source.name);
        let turn: Vec<String> = turn.into_iter().collect();
        let recv = end_def(recv_name.clone(), "_Recv", turn, &target.device, "tensor_type", dtype, attrs);
        self.part(&here).push(recv);
        if index.is_some() {
            return recv_name;
        }
        let name = self.numbers.name(self.graph, &source.name);
        let identity = NodeDef {
            name: name.clone(),
            op: "Identity".to_owned(),
            inputs: vec![recv_name],
            device: target.device.clone(),
            attrs: Attrs::from([("T".to_owned(), AttrValue::Type(dtype))]),
        };
        self.part(&here).push(identity);
        name
    }

    /// What the send of a variable's value waits for: those control inputs of the reader that are with the variable, such as an
    /// assignment that it shall see.
    fn reads_after(&self, source: NodeId, index: Option<usize>, target: &Node) -> Vec<String> {
        let is_ref = index.is_some_and(|index| self.graph.node(source).output_types[index].is_ref);
        let there = self.location(source);
        let with_it = target.control_inputs.iter().filter(|control| is_ref && self.location(**control) == there);
        with_it.map(|control| format!("^{}", self.graph.node(*control).name)).collect()
    }

    fn end_attrs(&self, edge: &str, source: &Node, target: &Node) -> Attrs {
        let text = |text: &str| AttrValue::String(text.as_bytes().to_vec());
        // The attribute is signed; the bits are those of the number.
        let incarnation = (self.incarnation)(&source.device) as i64;
        Attrs::from([
            ("tensor_name".to_owned(), text(edge)),
            ("send_device".to_owned(), text(&source.device)),
            ("send_device_incarnation".to_owned(), AttrValue::Int(incarnation)),
            ("recv_device".to_owned(), text(&target.device)),
            ("client_terminated".to_owned(), AttrValue::Bool(false)),
        ])
    }

    /// A node's attributes, without wishes to be with nodes that are not here.
    fn attrs(&self, node: &Node, here: &str) -> Attrs {
        let mut attrs = node.attrs.clone();
        if let Some(AttrValue::List(class)) = attrs.get_mut("_class") {
            class.strings.retain(|wish| {
                let name = std::str::from_utf8(wish).ok().and_then(|wish| wish.strip_prefix("loc:@"));
                name.and_then(|name| self.graph.find(name)).is_some_and(|id| self.location(id) == here)
            });
            if class.strings.is_empty() {
                attrs.remove("_class");
            }
        }
        attrs
    }

    fn finish(self) -> BTreeMap<String, GraphDef> {
        let Cut { graph, parts, .. } = self;
        let into_def = |(location, nodes): (String, Vec<NodeDef>)| {
            let calls = nodes.iter().any(|node| node.attrs.values().any(names_function));
            let library = if calls { graph.library.clone() } else { Library::default() };
            (location, GraphDef { nodes, library, versions: graph.versions.clone() })
        };
        parts.into_iter().map(into_def).collect()
    }
}

fn names_function(value: &AttrValue) -> bool {
    match value {
        AttrValue::Func(_) => true,
        AttrValue::List(list) => !list.funcs.is_empty(),
        _ => false,
    }
}

fn end_def(
    name: String,
    op: &str,
    inputs: Vec<String>,
    device: &str,
    type_attr: &str,
    dtype: DType,
    mut attrs: Attrs,
) -> NodeDef {
    attrs.insert(type_attr.to_owned(), AttrValue::Type(dtype));
    NodeDef { name, op: op.to_owned(), inputs, device: device.to_owned(), attrs }
}

/// What travels along a control edge and around a control loop.
fn empty_const(name: String, device: &str, inputs: Vec<String>) -> NodeDef {
    let attrs = Attrs::from([
        ("dtype".to_owned(), AttrValue::Type(DType::Float)),
        ("value".to_owned(), AttrValue::Tensor(Tensor::vector::<f32>(Vec::new()))),
    ]);
    NodeDef { name, op: "Const".to_owned(), inputs, device: device.to_owned(), attrs }
}
