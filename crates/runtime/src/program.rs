//! A partition compiled for execution: made once when a graph is registered, immutable, shared by all its steps.
//!
//! Compiling resolves for every node which loop frame it runs in, where its inputs lie in that frame's table, how many
//! inputs it waits for, where its outputs go, and what it does. A step then only counts down and calls.


use regatta_graph::{AttrsExt, Graph, Node, NodeId};
use regatta_status::{Result, invalid_argument};

use crate::action::Action;

/// A compiled partition.
pub struct Program {
    pub(crate) nodes: Vec<ProgramNode>,
    /// The frames of the partition's loops; the first is the one outside of all loops.
    pub(crate) frames: Vec<FrameLayout>,
}

/// A node of a program.
pub(crate) struct ProgramNode {
    pub name: String,
    pub op: &'static str,
    pub kind: Kind,
    pub action: std::sync::Arc<Action>,
    /// The frame it runs in.
    pub frame: usize,
    /// Its place in the frame's table of counts.
    pub place: usize,
    /// The place of its first input in the frame's table of values.
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
    pub parent: usize,
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
    pub fn compile(graph: &Graph, mut action: impl FnMut(&Node) -> Result<std::sync::Arc<Action>>) -> Result<Program> {
        let mut frames = vec![FrameLayout::new(String::new(), 0, 1)];
        let frame_of = assign_frames(graph, &mut frames)?;
        let mut nodes = Vec::with_capacity(graph.len());
        for (id, node) in graph.iter() {
            let frame = frame_of[id.index()];
            let kind = match node.op.name {
                "Merge" | "RefMerge" => Kind::Merge,
                "Enter" | "RefEnter" => {
                    let child = child_frame(&mut frames, frame, node)?;
                    frames[child].enter_count += 1;
                    Kind::Enter { child, is_constant: node.attrs.bool("is_constant")? }
                }
                "Exit" | "RefExit" => Kind::Exit,
                "NextIteration" | "RefNextIteration" => Kind::NextIteration,
                "_Send" | "_Recv" | "_HostSend" | "_HostRecv" => Kind::Transfer,
                "ControlTrigger" => Kind::Trigger,
                _ => Kind::Plain,
            };
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
                frame,
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
        Ok(Program { nodes, frames })
    }

    /// The names of the nodes.
    pub fn node_names(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().map(|node| node.name.as_str())
    }
}

impl FrameLayout {
    fn new(name: String, parent: usize, parallel_iterations: usize) -> FrameLayout {
        let (nodes, pending) = (Vec::new(), Vec::new());
        FrameLayout { name, parent, parallel_iterations, enter_count: 0, slot_count: 0, nodes, pending }
    }
}

/// Which frame each node runs in: that of its inputs, one deeper behind an `Enter`, one higher behind an `Exit`.
fn assign_frames(graph: &Graph, frames: &mut Vec<FrameLayout>) -> Result<Vec<usize>> {
    let mut frame_of: Vec<Option<usize>> = vec![None; graph.len()];
    for id in graph.topological_order() {
        let node = graph.node(id);
        let sources = node.inputs.iter().map(|input| input.node).chain(node.control_inputs.iter().copied());
        let mut frame = None;
        for source in sources {
            // A source without a frame yet is a loop's back edge, which lies in the same frame anyway.
            let Some(source_frame) = frame_of[source.index()] else { continue };
            let from = frame_behind(graph, source, source_frame, frames)?;
            match frame {
                None => frame = Some((from, source)),
                Some((known, other)) if known != from => {
                    return Err(invalid_argument(format!(
                        "The node {{{{node {}}}}} has inputs from different frames. The input {{{{node {}}}}} is in frame '{}'. \
                         The input {{{{node {}}}}} is in frame '{}'.",
                        node.name,
                        graph.node(other).name,
                        frames[known].name,
                        graph.node(source).name,
                        frames[from].name
                    )));
                }
                Some(_) => {}
            }
        }
        frame_of[id.index()] = Some(frame.map_or(0, |(frame, _)| frame));
    }
    Ok(frame_of.into_iter().map(|frame| frame.unwrap_or(0)).collect())
}

fn frame_behind(graph: &Graph, source: NodeId, frame: usize, frames: &mut Vec<FrameLayout>) -> Result<usize> {
    let node = graph.node(source);
    match node.op.name {
        "Enter" | "RefEnter" => child_frame(frames, frame, node),
        "Exit" | "RefExit" => Ok(frames[frame].parent),
        _ => Ok(frame),
    }
}

/// The frame that an `Enter` leads into, made if this is the first one that does.
fn child_frame(frames: &mut Vec<FrameLayout>, parent: usize, enter: &Node) -> Result<usize> {
    let name = enter.attrs.str("frame_name")?;
    if let Some(known) = frames.iter().skip(1).position(|frame| frame.parent == parent && frame.name == name) {
        return Ok(known + 1);
    }
    let parallel = enter.attrs.int("parallel_iterations")?.clamp(1, 1 << 20) as usize;
    frames.push(FrameLayout::new(name.to_owned(), parent, parallel));
    Ok(frames.len() - 1)
}

