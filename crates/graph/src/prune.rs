//! What a step needs of a graph: from the fetches and targets backwards, up to the feeds.
//!
//! A fed tensor becomes a receive and a fetched one a send whose other end is the client ("client terminated"). TensorFlow's
//! master puts those ends on its own device, so that a fetch from a parameter server crosses to the master as an edge first.
//! Here they are on the device of the fed or fetched node, and values go from there to the master with the step's own calls.

use std::collections::{HashMap, HashSet};

use regatta_status::{Result, invalid_argument, not_found};
use regatta_tensor::DType;

use crate::{
    def::{AttrValue, Attrs, GraphDef, NodeDef},
    graph::{Graph, NodeId, Output, parse_tensor_name},
    rendezvous_key::RendezvousKey,
};

/// What a step is asked for. In its [`canonical`](Signature::canonical) form it is the key under which a compiled step is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature {
    /// The tensors that the client gives, as `node:k`; `node` means `node:0`.
    pub feeds: Vec<String>,
    /// The tensors that the client wants.
    pub fetches: Vec<String>,
    /// The nodes that shall run.
    pub targets: Vec<String>,
}

impl Signature {
    /// The same step with names spelled out and sorted, and nothing asked for twice. A tensor that is fed twice stays so: that
    /// is a mistake, and [`for_step`] says it.
    pub fn canonical(&self) -> Result<Signature> {
        let tensors = |names: &[String]| -> Result<Vec<String>> {
            let mut tensors = names
                .iter()
                .map(|name| parse_tensor_name(name).map(|(node, index)| format!("{node}:{index}")))
                .collect::<Result<Vec<String>>>()?;
            tensors.sort();
            Ok(tensors)
        };
        let (feeds, mut fetches) = (tensors(&self.feeds)?, tensors(&self.fetches)?);
        fetches.dedup();
        // A tensor's name as a target means its node.
        let mut targets = self
            .targets
            .iter()
            .map(|name| parse_tensor_name(name).map(|(node, _)| node.to_owned()))
            .collect::<Result<Vec<String>>>()?;
        targets.sort();
        targets.dedup();
        Ok(Signature { feeds, fetches, targets })
    }
}

/// The part of a graph that a step runs, with its ends for the client.
#[derive(Clone)]
pub struct StepGraph {
    /// The nodes that run.
    pub graph: Graph,
    /// Where fed values go in, by name. A feed that nothing in the step needs is not among them.
    pub feeds: Vec<ClientEnd>,
    /// Where fetched values come out, by name.
    pub fetches: Vec<ClientEnd>,
}

/// A place where the client's values go into a step or come out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientEnd {
    /// The tensor, as `node:k`.
    pub tensor: String,
    /// The type of its elements.
    pub dtype: DType,
    /// The device on which the value is handed over.
    pub device: String,
    /// The key under which it is handed over.
    pub key: RendezvousKey,
}

/// Cuts a placed graph down to what a step needs. `incarnation` tells that of a device.
pub fn for_step(graph: &Graph, signature: &Signature, incarnation: &dyn Fn(&str) -> u64) -> Result<StepGraph> {
    let signature = signature.canonical()?;
    check(&signature)?;
    let feeds = signature.feeds.iter().map(|name| find_feed(graph, name)).collect::<Result<Vec<Output>>>()?;
    let fetches = signature.fetches.iter().map(|name| find_fetch(graph, name)).collect::<Result<Vec<Output>>>()?;
    let targets = find_targets(graph, &signature.targets)?;

    let rewrite = Rewrite::new(graph, &feeds);
    let needed = rewrite.needed(fetches.iter().map(|fetch| fetch.node).chain(targets));

    let mut def = GraphDef { library: graph.library.clone(), versions: graph.versions.clone(), ..GraphDef::default() };
    let mut ends: (Vec<ClientEnd>, Vec<ClientEnd>) = Default::default();
    for (feed, tensor) in feeds.iter().zip(&signature.feeds) {
        if needed.feeds.contains(feed) {
            let end = client_end(graph, *feed, tensor, incarnation);
            def.nodes.push(end_def(&end, "_Recv", "tensor_type", rewrite.recv_names[feed].clone(), Vec::new()));
            ends.0.push(end);
        }
    }
    def.nodes.extend(graph.ids().filter(|id| needed.nodes[id.index()]).map(|id| rewrite.node_def(id)));
    for (fetch, tensor) in fetches.iter().zip(&signature.fetches) {
        let end = client_end(graph, *fetch, tensor, incarnation);
        let name = free_name(graph, format!("_send_{}_{}", graph.node(fetch.node).name, fetch.index));
        def.nodes.push(end_def(&end, "_Send", "T", name, vec![graph.output_name(*fetch)]));
        ends.1.push(end);
    }
    Ok(StepGraph { graph: Graph::from_def(def)?, feeds: ends.0, fetches: ends.1 })
}

/// The mistakes that show without looking at the graph.
fn check(signature: &Signature) -> Result<()> {
    if signature.fetches.is_empty() && signature.targets.is_empty() {
        return Err(invalid_argument("Must specify at least one target to fetch or execute."));
    }
    if let Some(twice) = signature.feeds.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(invalid_argument(format!("Endpoint \"{}\" fed more than once.", twice[0])));
    }
    if let Some(both) = signature.fetches.iter().find(|fetch| signature.feeds.binary_search(fetch).is_ok()) {
        return Err(invalid_argument(format!("{both} is both fed and fetched.")));
    }
    Ok(())
}

fn find_feed(graph: &Graph, tensor: &str) -> Result<Output> {
    let (name, index) = parse_tensor_name(tensor)?;
    let node = graph.find(name).ok_or_else(|| not_found(format!("FeedInputs: unable to find feed output {tensor}")))?;
    let outputs = graph.node(node).output_types.len();
    if index >= outputs {
        return Err(invalid_argument(format!("FeedInputs: {tensor} should have output index < {outputs}")));
    }
    Ok(Output { node, index })
}

fn find_fetch(graph: &Graph, tensor: &str) -> Result<Output> {
    let (name, index) = parse_tensor_name(tensor)?;
    let node = graph.find(name).ok_or_else(|| not_found(format!("FetchOutputs node {tensor}: not found")))?;
    match graph.node(node).output_types.len() {
        0 => Err(invalid_argument(format!(
            "Tried to fetch data for '{tensor}', which produces no output.  To run to a node but not fetch any data, \
             pass '{tensor}' as an argument to the 'target_node_names' argument of the Session::Run API."
        ))),
        outputs if index >= outputs => {
            Err(invalid_argument(format!("FetchOutputs {tensor}: output index too large, must be < {outputs}")))
        }
        _ => Ok(Output { node, index }),
    }
}

fn find_targets(graph: &Graph, names: &[String]) -> Result<Vec<NodeId>> {
    let missing: Vec<&str> = names.iter().filter(|name| graph.find(name).is_none()).map(String::as_str).collect();
    if !missing.is_empty() {
        return Err(not_found(format!("PruneForTargets: Some target nodes not found: {}", missing.join(" "))));
    }
    Ok(names.iter().filter_map(|name| graph.find(name)).collect())
}

/// The graph as the step sees it: fed outputs come from receives.
struct Rewrite<'a> {
    graph: &'a Graph,
    /// The receive of each fed output.
    recv_names: HashMap<Output, String>,
}

/// What a step needs.
struct Needed {
    nodes: Vec<bool>,
    feeds: HashSet<Output>,
}

impl Rewrite<'_> {
    fn new<'a>(graph: &'a Graph, feeds: &[Output]) -> Rewrite<'a> {
        let recv_name =
            |feed: &Output| (*feed, free_name(graph, format!("_recv_{}_{}", graph.node(feed.node).name, feed.index)));
        Rewrite { graph, recv_names: feeds.iter().map(recv_name).collect() }
    }

    /// The fed output that stands for a node in a control edge. Only a placeholder is wholly replaced by its feed; any other
    /// fed node still runs if something waits for it, as in TensorFlow.
    fn fed_placeholder(&self, node: NodeId) -> Option<Output> {
        let output = Output { node, index: 0 };
        let is_placeholder = matches!(self.graph.node(node).op.name, "Placeholder" | "PlaceholderV2");
        (is_placeholder && self.recv_names.contains_key(&output)).then_some(output)
    }

    /// Everything that the roots need, themselves included. A target that is fed runs all the same.
    fn needed(&self, roots: impl Iterator<Item = NodeId>) -> Needed {
        let mut needed = Needed { nodes: vec![false; self.graph.len()], feeds: HashSet::new() };
        let mut queue: Vec<NodeId> = roots.collect();
        while let Some(id) = queue.pop() {
            if std::mem::replace(&mut needed.nodes[id.index()], true) {
                continue;
            }
            let node = self.graph.node(id);
            for input in &node.inputs {
                if self.recv_names.contains_key(input) {
                    needed.feeds.insert(*input);
                } else {
                    queue.push(input.node);
                }
            }
            for control in &node.control_inputs {
                match self.fed_placeholder(*control) {
                    Some(feed) => {
                        needed.feeds.insert(feed);
                    }
                    None => queue.push(*control),
                }
            }
        }
        needed
    }

    fn node_def(&self, id: NodeId) -> NodeDef {
        let mut def = self.graph.node_def(id);
        let node = self.graph.node(id);
        let (data, control) = def.inputs.split_at_mut(node.inputs.len());
        for (name, input) in data.iter_mut().zip(&node.inputs) {
            if let Some(recv) = self.recv_names.get(input) {
                *name = recv.clone();
            }
        }
        for (name, source) in control.iter_mut().zip(&node.control_inputs) {
            if let Some(feed) = self.fed_placeholder(*source) {
                *name = format!("^{}", self.recv_names[&feed]);
            }
        }
        def
    }
}

/// A name that no node of the graph has. Clients do not begin names with `_`, so it is nearly always the one asked for.
fn free_name(graph: &Graph, mut name: String) -> String {
    while graph.find(&name).is_some() {
        name.push('_');
    }
    name
}

fn client_end(graph: &Graph, output: Output, tensor: &str, incarnation: &dyn Fn(&str) -> u64) -> ClientEnd {
    let node = graph.node(output.node);
    let device = node.device.clone();
    let key = RendezvousKey {
        send_device: device.clone(),
        send_incarnation: incarnation(&device),
        recv_device: device.clone(),
        tensor_name: tensor.to_owned(),
        frame: 0,
        iteration: 0,
    };
    ClientEnd { tensor: tensor.to_owned(), dtype: node.output_types[output.index].dtype, device, key }
}

fn end_def(end: &ClientEnd, op: &str, type_attr: &str, name: String, inputs: Vec<String>) -> NodeDef {
    let text = |text: &str| AttrValue::String(text.as_bytes().to_vec());
    let attrs = Attrs::from([
        (type_attr.to_owned(), AttrValue::Type(end.dtype)),
        ("tensor_name".to_owned(), text(&end.tensor)),
        ("send_device".to_owned(), text(&end.device)),
        // The attribute is signed; the bits are those of the number.
        ("send_device_incarnation".to_owned(), AttrValue::Int(end.key.send_incarnation as i64)),
        ("recv_device".to_owned(), text(&end.device)),
        ("client_terminated".to_owned(), AttrValue::Bool(true)),
    ]);
    NodeDef { name, op: op.to_owned(), inputs, device: end.device.clone(), attrs }
}
