//! Which loop a node runs in.
//!
//! A loop's body is a *frame*: values come into it only through `Enter` nodes with the frame's name and leave it only through
//! `Exit` nodes, and everything in between runs once per turn of the loop. Frames nest; what is in no loop is in the root
//! frame. A graph in which a node takes inputs from two frames has no meaning and is refused.

use std::collections::HashMap;

use regatta_status::{Result, invalid_argument};

use crate::{
    graph::{Graph, Node, NodeId},
    op_def::AttrsExt,
};

/// What a node does to the flow of control. Ops on references play the same roles as those on values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Takes a value from the parent frame into a loop.
    Enter,
    /// Takes a value out of a loop into the parent frame.
    Exit,
    /// Takes a value from one turn of a loop to the next.
    NextIteration,
    /// Passes on the one input that is alive.
    Merge,
    /// Passes its input to one of several outputs; the others are dead.
    Switch,
    /// Says whether a loop takes another turn.
    LoopCond,
    /// None of these.
    Plain,
}

/// The role of a node.
pub fn role(node: &Node) -> Role {
    match node.op.name {
        "Enter" | "RefEnter" => Role::Enter,
        "Exit" | "RefExit" => Role::Exit,
        "NextIteration" | "RefNextIteration" => Role::NextIteration,
        "Merge" | "RefMerge" => Role::Merge,
        "Switch" | "RefSwitch" | "_SwitchN" => Role::Switch,
        "LoopCond" => Role::LoopCond,
        _ => Role::Plain,
    }
}

/// A frame of one graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FrameId(u32);

impl FrameId {
    /// Outside of all loops.
    pub const ROOT: FrameId = FrameId(0);

    /// The place of this frame in a table with one row per frame.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A loop's frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The name that its `Enter` nodes give it; empty for the root.
    pub name: String,
    /// The frame it is entered from; the root is its own parent.
    pub parent: FrameId,
    /// The node that says whether there is another turn, if it is in the graph: in a partition it often is not.
    pub loop_cond: Option<NodeId>,
    /// How many turns may be under way at once.
    pub parallel_iterations: i64,
}

/// The frames of a graph and which node is in which.
#[derive(Clone, Debug)]
pub struct Frames {
    frames: Vec<Frame>,
    of_node: Vec<FrameId>,
}

impl Frames {
    /// Finds the frame of every node.
    pub fn of(graph: &Graph) -> Result<Frames> {
        let root = Frame { name: String::new(), parent: FrameId::ROOT, loop_cond: None, parallel_iterations: 1 };
        let mut frames = Frames { frames: vec![root], of_node: vec![FrameId::ROOT; graph.len()] };
        let mut by_name = HashMap::new();
        // In this order a node's inputs have been seen before it, except along the back edges, which come last.
        for id in graph.topological_order() {
            let node = graph.node(id);
            let frame = frames.frame_of_inputs(graph, id)?;
            frames.of_node[id.index()] = match role(node) {
                Role::Enter => frames.enter(node, frame, &mut by_name)?,
                Role::Exit | Role::NextIteration if frame == FrameId::ROOT => {
                    return Err(invalid_argument(format!("{{{{node {}}}}} is not in a loop", node.name)));
                }
                Role::LoopCond if frame != FrameId::ROOT => {
                    frames.set_loop_cond(graph, frame, id)?;
                    frame
                }
                _ => frame,
            };
        }
        for (id, node) in graph.iter() {
            for input in node.inputs.iter().filter(|input| is_back_edge(graph, input.node, node)) {
                let (inside, merge) = (frames.frame_of(input.node), frames.frame_of(id));
                if inside != merge {
                    return Err(frames.mixed(graph, id, (input.node, inside), (id, merge)));
                }
            }
        }
        Ok(frames)
    }

    /// All frames, the root first.
    pub fn iter(&self) -> impl Iterator<Item = (FrameId, &Frame)> {
        self.frames.iter().enumerate().map(|(i, frame)| (FrameId(i as u32), frame))
    }

    /// The frame with this id.
    pub fn frame(&self, id: FrameId) -> &Frame {
        &self.frames[id.index()]
    }

    /// The frame that a node belongs to: for an `Enter` the one it leads into, for an `Exit` the one it leads out of.
    pub fn frame_of(&self, node: NodeId) -> FrameId {
        self.of_node[node.index()]
    }

    /// The frame that a node's outputs, control edges included, are in.
    pub fn output_frame(&self, graph: &Graph, node: NodeId) -> FrameId {
        let frame = self.frame_of(node);
        if role(graph.node(node)) == Role::Exit { self.frame(frame).parent } else { frame }
    }

    /// The one frame that all inputs of a node come from, its back edges left aside.
    fn frame_of_inputs(&self, graph: &Graph, id: NodeId) -> Result<FrameId> {
        let node = graph.node(id);
        let data = node.inputs.iter().map(|input| input.node).filter(|source| !is_back_edge(graph, *source, node));
        let mut first: Option<(NodeId, FrameId)> = None;
        for source in data.chain(node.control_inputs.iter().copied()) {
            let frame = self.output_frame(graph, source);
            match first {
                None => first = Some((source, frame)),
                Some(first) if first.1 != frame => return Err(self.mixed(graph, id, (source, frame), first)),
                Some(_) => {}
            }
        }
        Ok(first.map_or(FrameId::ROOT, |(_, frame)| frame))
    }

    /// The frame that an `Enter` leads into. Frames are known by name alone, as they are on the wire.
    fn enter(&mut self, node: &Node, parent: FrameId, by_name: &mut HashMap<String, FrameId>) -> Result<FrameId> {
        let name = node.attrs.str("frame_name").map_err(|e| e.at_node(&node.name))?;
        if name.is_empty() {
            return Err(invalid_argument(format!("The Enter {{{{node {}}}}} must have a frame name.", node.name)));
        }
        if let Some(&known) = by_name.get(name) {
            if self.frame(known).parent != parent {
                return Err(invalid_argument(format!(
                    "Invalid loop structure: Mismatched parent frames for \"{name}\": \"{}\" vs \"{}\". \
                     The node giving this error: {{{{node {}}}}}",
                    self.frame(parent).name,
                    self.frame(self.frame(known).parent).name,
                    node.name
                )));
            }
            return Ok(known);
        }
        let id = FrameId(self.frames.len() as u32);
        let parallel_iterations = node.attrs.int("parallel_iterations").map_err(|e| e.at_node(&node.name))?;
        self.frames.push(Frame { name: name.to_owned(), parent, loop_cond: None, parallel_iterations });
        by_name.insert(name.to_owned(), id);
        Ok(id)
    }

    fn set_loop_cond(&mut self, graph: &Graph, frame: FrameId, id: NodeId) -> Result<()> {
        let name = |node: NodeId| graph.node(node).name.as_str();
        let frame = &mut self.frames[frame.index()];
        // TensorFlow's gradients count the turns of a loop with a second one in the same frame, and name it so.
        let counts = |node: NodeId| name(node).contains("LoopCounter");
        if let Some(other) = frame.loop_cond.filter(|other| !counts(*other) && !counts(id)) {
            return Err(invalid_argument(format!(
                "Invalid loop structure: Loop \"{}\" has more than one LoopCond node: {{{{node {}}}}} and {{{{node {}}}}}",
                frame.name,
                name(id),
                name(other)
            )));
        }
        frame.loop_cond = Some(id);
        Ok(())
    }

    fn mixed(
        &self,
        graph: &Graph,
        id: NodeId,
        (a, a_frame): (NodeId, FrameId),
        (b, b_frame): (NodeId, FrameId),
    ) -> regatta_status::Status {
        invalid_argument(format!(
            "{{{{node {}}}}} has inputs from different frames. The input {{{{node {}}}}} is in frame '{}'. \
             The input {{{{node {}}}}} is in frame '{}'.",
            graph.node(id).name,
            graph.node(a).name,
            self.frame(a_frame).name,
            graph.node(b).name,
            self.frame(b_frame).name
        ))
    }
}

/// Whether an edge closes a loop: it carries a value of the turn before, so nothing waits for it in the first turn.
fn is_back_edge(graph: &Graph, source: NodeId, target: &Node) -> bool {
    role(target) == Role::Merge && role(graph.node(source)) == Role::NextIteration
}
