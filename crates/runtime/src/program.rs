//! A partition compiled for execution: made once when a graph is registered, immutable, shared by all its steps.
//!
//! Compiling resolves for every node which loop frame it runs in, where its inputs lie in that frame's table, how many
//! inputs it waits for, where its outputs go, and what it does. A step then only counts down and calls.

use std::sync::Arc;

use regatta_graph::{
    AttrsExt, Graph, Node, QueueUse,
    control_flow::{self, Frame, Frames, Role},
};
use regatta_status::Result;

use crate::action::Action;

/// A compiled partition.
pub struct Program {
    pub(crate) nodes: Vec<ProgramNode>,
    /// The frames of the partition's loops; the first is the one outside of all loops.
    pub(crate) frames: Vec<FrameLayout>,
    pub(crate) queues: QueueUse,
}

/// A node of a program.
pub(crate) struct ProgramNode {
    pub name: String,
    pub op: &'static str,
    pub kind: Kind,
    pub action: Arc<Action>,
    /// Its place in the table of counts of the frame it runs in.
    pub place: usize,
    /// The place of its first input in that frame's table of values.
    pub first_slot: usize,
    pub input_count: usize,
    pub data_edges: Vec<DataEdge>,
    pub control_edges: Vec<usize>,
}

/// Where an output goes.
pub(crate) struct DataEdge {
    pub output: usize,
    pub target: usize,
    pub input: usize,
}

/// What a node means to the flow of control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Runs when all inputs are there; dead if one of them is.
    Plain,
    /// Runs when all inputs are there, dead or not, because the other end of the edge waits for it.
    Transfer,
    /// Runs when all inputs are there, and is never dead.
    Trigger,
    /// Runs when one data input is alive or all are dead.
    Merge,
    /// Hands its input into a child frame, once or to every iteration.
    Enter { child: usize, is_constant: bool },
    /// Hands its input out to the parent frame.
    Exit,
    /// Hands its input to the next iteration.
    NextIteration,
}

/// What the iterations of a frame look like.
pub(crate) struct FrameLayout {
    pub name: String,
    pub parallel_iterations: usize,
    /// How many `Enter` nodes lead into it.
    pub enter_count: usize,
    pub slot_count: usize,
    /// The nodes that run in it, by place.
    pub nodes: Vec<usize>,
    /// What each node waits for, by place; see `Iteration` for how a `Merge` counts.
    pub pending: Vec<u32>,
}

impl Program {
    /// Compiles a checked graph; `action` says what each node does.
    pub fn compile(graph: &Graph, mut action: impl FnMut(&Node) -> Result<Arc<Action>>) -> Result<Program> {
        let known = Frames::of(graph)?;
        let mut frames: Vec<FrameLayout> = known.iter().map(|(_, frame)| FrameLayout::new(frame)).collect();
        let mut nodes = Vec::with_capacity(graph.len());
        for (id, node) in graph.iter() {
            let mut frame = known.frame_of(id);
            let kind = match control_flow::role(node) {
                Role::Merge => Kind::Merge,
                Role::Enter => {
                    // It runs outside of the frame that it leads into.
                    let child = frame.index();
                    frame = known.frame(frame).parent;
                    frames[child].enter_count += 1;
                    Kind::Enter { child, is_constant: node.attrs.bool("is_constant")? }
                }
                Role::Exit => Kind::Exit,
                Role::NextIteration => Kind::NextIteration,
                _ => match node.op.name {
                    "_Send" | "_Recv" | "_HostSend" | "_HostRecv" => Kind::Transfer,
                    "ControlTrigger" => Kind::Trigger,
                    _ => Kind::Plain,
                },
            };
            let frame = frame.index();
            let layout = &mut frames[frame];
            let waits = match kind {
                // The lowest bit says that no live input has come; control inputs count two each.
                Kind::Merge => 1 + 2 * node.control_inputs.len(),
                _ => node.inputs.len() + node.control_inputs.len(),
            };
            nodes.push(ProgramNode {
                name: node.name.clone(),
                op: node.op.name,
                kind,
                action: action(node).map_err(|e| e.at_node(&node.name))?,
                place: layout.nodes.len(),
                first_slot: layout.slot_count,
                input_count: node.inputs.len(),
                data_edges: Vec::new(),
                control_edges: Vec::new(),
            });
            layout.nodes.push(id.index());
            layout.pending.push(waits as u32);
            layout.slot_count += node.inputs.len();
        }
        for (id, node) in graph.iter() {
            for (input, from) in node.inputs.iter().enumerate() {
                nodes[from.node.index()].data_edges.push(DataEdge { output: from.index, target: id.index(), input });
            }
            for from in &node.control_inputs {
                nodes[from.index()].control_edges.push(id.index());
            }
        }
        Ok(Program { nodes, frames, queues: QueueUse::of(graph) })
    }

    /// The names of the nodes.
    pub fn node_names(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().map(|node| node.name.as_str())
    }
}

impl FrameLayout {
    fn new(frame: &Frame) -> FrameLayout {
        FrameLayout {
            name: frame.name.clone(),
            parallel_iterations: frame.parallel_iterations.clamp(1, 1 << 20) as usize,
            enter_count: 0,
            slot_count: 0,
            nodes: Vec::new(),
            pending: Vec::new(),
        }
    }
}
