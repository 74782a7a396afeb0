//! What a graph needs so that its loops still work when it is cut.
//!
//! 1. *Devices.* An edge from `NextIteration` to `Merge` must not be cut: its value is sent in every turn but the first, and
//!    the receive would wait in the first for ever. Nor must an edge out of an `Enter`, which sends in the first turn only.
//!    Such nodes go to the device of the `Merge`. `Switch` and `Exit` could be anywhere, but follow their data so that what is
//!    not taken does not travel.
//! 2. *Copies.* An `Enter` with consumers on several devices gets a copy on each. A value that does not change in the loop
//!    (a model's weights) then travels once, where cutting behind the `Enter` would send it in every turn.
//! 3. *Control loops.* A device that has nodes of a loop but not its condition, or that receives something inside of the loop,
//!    gets a loop of its own that computes nothing:
//!
//! ```text
//!    Const -> Enter -> Merge -> Switch <- LoopCond's value, received in every turn
//!                        ^        |1
//!                        +- NextIteration
//! ```
//!
//!    Its `Merge` runs once per turn, the last one included, and every receive of that frame on that device waits for it. The
//!    control loop of a nested frame is entered from the `Merge` of its parent's, so it turns anew in each turn of the parent,
//!    even in the parent's last turn, where the inner loop does not run: its condition then arrives dead and the inner control
//!    loop ends after the one turn in which its receives take up the dead values that the other side sends.
//!
//! All is done by device, however coarse the locations are: a worker may cut its part again by device, and finds the control
//! loops (known by their names) in place. TensorFlow's workers rely on that too.
//!
//! The same `while_loop` with its condition on a worker and its body's addition on a parameter server, partitioned by
//! TensorFlow 2.21, gave these parts, and the cut here has the same structure:
//! - ps: Const, `_cloop` Enter, Merge, Switch, NextIteration; the addition; a receive of the loop variable and one of `LoopCond`,
//!   both with the control input `^_cloop..Merge`; the send of the sum. The loop's constant arrives in a plain receive and goes
//!   through an `Enter` with `is_constant`, which was moved here from the worker.
//! - worker: the loop itself, and a *second*, control loop although the condition is here: the sum's receive needs a `Merge` to
//!   wait for which does not itself wait for what is received.
//! - inner loops: the control loop's `Enter` takes the outer control `Merge`, on the device of the condition as well.
//!
//! The loops and the condition in `tests/data/partition` (but for the one on a GPU), and fifty-five variants of them with every
//! node placed at random on one of three tasks, were also registered with TensorFlow's own workers and run; all ended with the
//! right values.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
};

use regatta_status::{Result, invalid_argument};
use regatta_tensor::DType;

use super::{NodeNumbers, empty_const};
use crate::{
    control_flow::{FrameId, Frames, Role, role},
    def::{AttrValue, Attrs, GraphDef, NodeDef},
    graph::{Graph, Node, NodeId, Output},
};

/// The mark of control loops, the same as TensorFlow's: names that begin so.
const CONTROL_LOOP: &str = "_cloop";

/// The graph with all that cutting its loops takes.
pub(super) fn complete<'a>(graph: &'a Graph, numbers: &mut NodeNumbers) -> Result<Cow<'a, Graph>> {
    let mut devices = graph.iter().map(|(_, node)| &node.device);
    let first = devices.next();
    if devices.all(|device| Some(device) == first) || graph.iter().all(|(_, node)| role(node) == Role::Plain) {
        return Ok(Cow::Borrowed(graph));
    }
    let mut graph = graph.clone();
    move_to_neighbours(&mut graph);
    copy_to_consumers(&mut graph, numbers)?;
    add_control_loops(&mut graph, numbers)?;
    Ok(Cow::Owned(graph))
}

/// The `Merge` of each control loop, by frame and device.
pub(super) fn turns<'a>(graph: &'a Graph, frames: &Frames) -> HashMap<(FrameId, &'a str), &'a str> {
    graph
        .iter()
        .filter(|(_, node)| role(node) == Role::Merge && node.name.starts_with(CONTROL_LOOP))
        .map(|(id, node)| ((frames.frame_of(id), node.device.as_str()), node.name.as_str()))
        .collect()
}

/// Step 1.
fn move_to_neighbours(graph: &mut Graph) {
    let order = graph.topological_order();
    let consumers = graph.consumers();
    // Backwards, so that an `Enter` behind an `Enter` (a constant of the inner loop) has moved before the outer one follows it.
    for id in order.iter().rev() {
        if !is_local(graph.node(*id)) {
            continue;
        }
        let data: Vec<NodeId> =
            consumers[id.index()].iter().filter(|e| e.source_index.is_some()).map(|e| e.target).collect();
        let merge = data.iter().find(|target| role(graph.node(**target)) == Role::Merge);
        if let Some(target) = merge.or(data.first()) {
            graph.node_mut(*id).device = graph.node(*target).device.clone();
        }
    }
    for id in order {
        let node = graph.node(id);
        if matches!(role(node), Role::Switch | Role::Exit) {
            graph.node_mut(id).device = graph.node(node.inputs[0].node).device.clone();
        }
    }
}

/// Whether a node must be on the devices of its consumers. A reference stays with its variable, wherever that is used.
fn is_local(node: &Node) -> bool {
    matches!(role(node), Role::Enter | Role::NextIteration) && !node.output_types.iter().any(|output| output.is_ref)
}

/// Step 2.
fn copy_to_consumers(graph: &mut Graph, numbers: &mut NodeNumbers) -> Result<()> {
    let mut wanted: HashMap<NodeId, BTreeSet<String>> = HashMap::new();
    let sources = |node: &Node| -> Vec<NodeId> {
        node.inputs.iter().map(|input| input.node).chain(node.control_inputs.iter().copied()).collect()
    };
    let want = |wanted: &mut HashMap<NodeId, BTreeSet<String>>, node: &Node, device: &str| {
        for source in sources(node) {
            if is_local(graph.node(source)) && graph.node(source).device != device {
                wanted.entry(source).or_default().insert(device.to_owned());
            }
        }
    };
    for (_, node) in graph.iter() {
        want(&mut wanted, node, &node.device);
    }
    // Backwards, since a copy wants copies of those before it.
    let mut copies: BTreeMap<(NodeId, String), String> = BTreeMap::new();
    for id in graph.topological_order().into_iter().rev() {
        for device in wanted.remove(&id).unwrap_or_default() {
            want(&mut wanted, graph.node(id), &device);
            let name = numbers.name(graph, &graph.node(id).name);
            copies.insert((id, device), name);
        }
    }
    if copies.is_empty() {
        return Ok(());
    }

    let copy_of = |source: NodeId, device: &str| copies.get(&(source, device.to_owned())).cloned();
    let mut defs = Vec::new();
    for ((id, device), name) in &copies {
        let node = graph.node(*id);
        let data = node.inputs.iter().map(|i| copy_of(i.node, device).unwrap_or_else(|| graph.output_name(*i)));
        let control = node
            .control_inputs
            .iter()
            .map(|c| format!("^{}", copy_of(*c, device).unwrap_or_else(|| graph.node(*c).name.clone())));
        let inputs = data.chain(control).collect();
        let (op, attrs) = (node.op.name.to_owned(), node.attrs.clone());
        defs.push(NodeDef { name: name.clone(), op, inputs, device: device.clone(), attrs });
    }
    let originals: Vec<NodeId> = graph.ids().collect();
    extend(graph, defs)?;
    let copies: HashMap<(NodeId, String), NodeId> =
        copies.into_iter().filter_map(|(key, name)| graph.find(&name).map(|id| (key, id))).collect();
    for id in originals {
        let device = graph.node(id).device.clone();
        let node = graph.node_mut(id);
        for input in &mut node.inputs {
            if let Some(copy) = copies.get(&(input.node, device.clone())) {
                *input = Output { node: *copy, index: input.index };
            }
        }
        for control in &mut node.control_inputs {
            if let Some(copy) = copies.get(&(*control, device.clone())) {
                *control = *copy;
            }
        }
    }
    Ok(())
}

/// Step 3.
fn add_control_loops(graph: &mut Graph, numbers: &mut NodeNumbers) -> Result<()> {
    let frames = Frames::of(graph)?;
    let present = turns(graph, &frames)
        .into_iter()
        .map(|((frame, device), merge)| ((frame, device.to_owned()), merge.to_owned()));
    let mut control_loops =
        ControlLoops { graph, frames: &frames, numbers, merges: present.collect(), defs: Vec::new() };
    for (id, node) in graph.iter() {
        let sources = node.inputs.iter().map(|input| input.node).chain(node.control_inputs.iter().copied());
        for source in sources {
            let frame = frames.output_frame(graph, source);
            if frame != FrameId::ROOT && graph.node(source).device != node.device {
                control_loops.require(frame, node)?;
            }
        }
        // A node that takes only constants of the loop receives nothing in it, but must run in every turn as well.
        let frame = frames.frame_of(id);
        if frames.frame(frame).loop_cond.is_some_and(|cond| graph.node(cond).device != node.device) {
            control_loops.require(frame, node)?;
        }
    }
    let defs = control_loops.defs;
    extend(graph, defs)
}

struct ControlLoops<'a> {
    graph: &'a Graph,
    frames: &'a Frames,
    numbers: &'a mut NodeNumbers,
    /// The `Merge` of each control loop.
    merges: HashMap<(FrameId, String), String>,
    defs: Vec<NodeDef>,
}

impl ControlLoops<'_> {
    /// The name of the `Merge` of the control loop of a frame on the device of a node, which is made if need be, and with it
    /// those of the frames around. They are named after the node.
    fn require(&mut self, frame: FrameId, near: &Node) -> Result<String> {
        let key = (frame, near.device.clone());
        if let Some(merge) = self.merges.get(&key) {
            return Ok(merge.clone());
        }
        let info = self.frames.frame(frame);
        let Some(cond) = info.loop_cond else {
            return Err(invalid_argument(format!("A cross-device loop must have a pivot predicate: {}", info.name)));
        };
        let outside = match info.parent {
            FrameId::ROOT => {
                let name = self.numbers.name(self.graph, &near.name);
                self.defs.push(empty_const(name.clone(), &near.device, Vec::new()));
                name
            }
            parent => self.require(parent, near)?,
        };
        let base = format!("{CONTROL_LOOP}{}", near.name);
        let [enter, merge, switch, next] = std::array::from_fn(|_| self.numbers.name(self.graph, &base));
        let enter_attrs = [
            ("frame_name", AttrValue::String(info.name.clone().into_bytes())),
            ("parallel_iterations", AttrValue::Int(info.parallel_iterations)),
        ];
        self.add(&enter, "Enter", &[&outside], near, enter_attrs);
        self.add(&merge, "Merge", &[&enter, &next], near, [("N", AttrValue::Int(2))]);
        self.add(&switch, "Switch", &[&merge, &self.graph.node(cond).name], near, []);
        self.add(&next, "NextIteration", &[&format!("{switch}:1")], near, []);
        self.merges.insert(key, merge.clone());
        Ok(merge)
    }

    fn add<const N: usize>(
        &mut self,
        name: &str,
        op: &str,
        inputs: &[&str],
        near: &Node,
        attrs: [(&str, AttrValue); N],
    ) {
        let mut attrs: Attrs = attrs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        attrs.insert("T".to_owned(), AttrValue::Type(DType::Float));
        self.defs.push(NodeDef {
            name: name.to_owned(),
            op: op.to_owned(),
            inputs: inputs.iter().map(|input| (*input).to_owned()).collect(),
            device: near.device.clone(),
            attrs,
        });
    }
}

fn extend(graph: &mut Graph, nodes: Vec<NodeDef>) -> Result<()> {
    graph.extend(GraphDef { nodes, ..GraphDef::default() })
}
