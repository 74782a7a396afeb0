//! Which node may run next: a step's state as a value that is told what has finished and answers what is ready.
//!
//! Every node waits for a number of inputs; an input that arrives counts it down, and at zero the node is ready, with its
//! inputs taken along. An edge may be dead (the side of a condition that was not taken); a node with a dead input does not
//! run but passes the deadness on, until a `Merge` finds one of its inputs alive.
//!
//! A loop is a frame: `Enter` leads into it, every turn has an iteration with counts and values of its own, several
//! iterations may be under way at once, `Exit` leads out. An iteration is over when nothing of it runs, no frame inside it
//! lives, and the one before it is over; a frame is over when all its inputs have come and its last iteration is over. Only then is it
//! known that an exit which never became alive is dead.
//!
//! There is no I/O, clock or lock here, so that any history can be played in a test.

use std::{collections::BTreeMap, sync::Arc};

use regatta_graph::rendezvous_key::frame_id;

use crate::{
    program::{Kind, Program},
    value::Value,
};

/// Where in the loops of a step something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Tag {
    /// The frame, by its place in the step's table.
    frame: usize,
    /// The turn.
    pub iteration: u64,
    /// The frame's number as peers compute it too; zero outside of loops.
    pub frame_id: u64,
}

/// A node whose inputs are there.
#[derive(Debug)]
pub(crate) struct Ready {
    pub node: usize,
    pub tag: Tag,
    /// Whether the node does not run but only passes its deadness on.
    pub is_dead: bool,
    /// The inputs; `None` is a dead one (or, for a `Merge`, one that has not come).
    pub inputs: Vec<Option<Value>>,
}

/// The state of one step.
pub(crate) struct Propagation {
    program: Arc<Program>,
    frames: Vec<Option<Frame>>,
    /// Nodes that were handed out and have not come back.
    running: usize,
}

struct Frame {
    layout: usize,
    id: u64,
    /// The iteration of the parent frame that it belongs to.
    parent: Option<Tag>,
    iterations: BTreeMap<u64, Iteration>,
    /// The iteration that was begun last.
    newest: u64,
    /// `Enter` nodes that have not arrived.
    enters_pending: usize,
    /// What enters every iteration: the `Enter` node and its value.
    invariants: Vec<(usize, Option<Value>)>,
    /// Values for an iteration that may not begin yet, because enough of them are under way.
    stalled: Vec<(usize, Option<Value>)>,
    /// Exits that were dead in the newest iteration.
    dead_exits: Vec<usize>,
}

struct Iteration {
    /// What each node still waits for. For a `Merge` the lowest bit says that no live input has come, and each control
    /// input counts two.
    pending: Vec<u32>,
    dead_inputs: Vec<u32>,
    slots: Vec<Option<Value>>,
    /// Nodes of this iteration that are handed out, and frames inside it.
    outstanding: usize,
}

impl Propagation {
    /// The state at the beginning of a step, and the nodes that wait for nothing.
    pub fn start(program: Arc<Program>) -> (Propagation, Vec<Ready>) {
        let mut root = Frame::new(&program, 0, 0, None);
        root.iterations.insert(0, Iteration::new(&program, 0));
        let mut state = Propagation { frames: vec![Some(root)], running: 0, program };
        let tag = Tag { frame: 0, iteration: 0, frame_id: 0 };
        let mut ready = Vec::new();
        let program = Arc::clone(&state.program);
        for (place, &node) in program.frames[0].nodes.iter().enumerate() {
            if program.frames[0].pending[place] == 0 {
                state.hand_out(node, tag, false, &mut ready);
            }
        }
        (state, ready)
    }

    /// Whether nothing runs any more.
    pub fn is_finished(&self) -> bool {
        self.running == 0
    }

    /// A node has run (or was passed over because it is dead) with these outputs, `None` being a dead one. Adds the nodes
    /// that have become ready.
    pub fn complete(
        &mut self,
        node: usize,
        tag: Tag,
        is_dead: bool,
        outputs: Vec<Option<Value>>,
        ready: &mut Vec<Ready>,
    ) {
        let program = Arc::clone(&self.program);
        match program.nodes[node].kind {
            Kind::Enter { child, is_constant } => {
                let value = outputs.into_iter().next().flatten().filter(|_| !is_dead);
                let child = self.find_or_create_child(child, tag);
                self.enter(node, child, is_constant, value, ready);
            }
            Kind::Exit if is_dead => {
                if let Some(frame) = self.frame_mut(tag)
                    && tag.iteration == frame.newest
                {
                    frame.dead_exits.push(node);
                }
            }
            Kind::Exit => {
                if let Some(parent) = self.frame_mut(tag).and_then(|frame| frame.parent) {
                    self.activate(node, parent, is_dead, &outputs, ready);
                }
            }
            // A dead value ends the loop: no further iteration is begun for it.
            Kind::NextIteration if is_dead => {}
            Kind::NextIteration => self.next_iteration(node, tag, outputs, ready),
            _ => self.activate(node, tag, is_dead, &outputs, ready),
        }
        self.running -= 1;
        if let Some(iteration) = self.iteration_mut(tag) {
            iteration.outstanding -= 1;
        }
        self.settle(tag, ready);
    }

    /// A node that was handed out will not be run, because the step has failed.
    pub fn abandon(&mut self) {
        self.running -= 1;
    }

    /// Hands a value into a frame, to its first iteration or to all.
    fn enter(&mut self, node: usize, child: Tag, is_constant: bool, value: Option<Value>, ready: &mut Vec<Ready>) {
        let Some(frame) = self.frame_mut(child) else { return };
        let mut targets = vec![0];
        if is_constant {
            frame.invariants.push((node, value.clone()));
            targets = frame.iterations.keys().copied().collect();
        }
        frame.enters_pending = frame.enters_pending.saturating_sub(1);
        let (is_dead, outputs) = (value.is_none(), [value]);
        for iteration in targets {
            self.activate(node, Tag { iteration, ..child }, is_dead, &outputs, ready);
        }
        // The last input may be the last thing that a frame's iterations waited for.
        let oldest = self.frame_mut(child).and_then(|frame| frame.iterations.keys().next().copied()).unwrap_or(0);
        self.settle(Tag { iteration: oldest, ..child }, ready);
    }

    fn find_or_create_child(&mut self, layout: usize, parent: Tag) -> Tag {
        let known = self.frames.iter().position(|frame| {
            frame.as_ref().is_some_and(|f| {
                f.layout == layout
                    && f.parent.is_some_and(|p| p.frame == parent.frame && p.iteration == parent.iteration)
            })
        });
        if let Some(frame) = known {
            let frame_id = self.frames[frame].as_ref().map_or(0, |f| f.id);
            return Tag { frame, iteration: 0, frame_id };
        }
        let program = Arc::clone(&self.program);
        let id = frame_id(parent.frame_id, parent.iteration as i64, &program.frames[layout].name);
        let mut frame = Frame::new(&program, layout, id, Some(parent));
        frame.iterations.insert(0, Iteration::new(&program, layout));
        if let Some(iteration) = self.iteration_mut(parent) {
            iteration.outstanding += 1;
        }
        let place = self.frames.iter().position(Option::is_none).unwrap_or_else(|| {
            self.frames.push(None);
            self.frames.len() - 1
        });
        self.frames[place] = Some(frame);
        Tag { frame: place, iteration: 0, frame_id: id }
    }

    fn next_iteration(&mut self, node: usize, tag: Tag, outputs: Vec<Option<Value>>, ready: &mut Vec<Ready>) {
        let program = Arc::clone(&self.program);
        let Some(frame) = self.frame_mut(tag) else { return };
        if tag.iteration == frame.newest {
            if frame.iterations.len() >= program.frames[frame.layout].parallel_iterations {
                frame.stalled.push((node, outputs.into_iter().next().flatten()));
                return;
            }
            self.begin_iteration(tag, ready);
        }
        self.activate(node, Tag { iteration: tag.iteration + 1, ..tag }, false, &outputs, ready);
    }

    /// Begins the iteration after the newest, with what enters every iteration.
    fn begin_iteration(&mut self, tag: Tag, ready: &mut Vec<Ready>) {
        let program = Arc::clone(&self.program);
        let Some(frame) = self.frame_mut(tag) else { return };
        frame.newest += 1;
        frame.dead_exits.clear();
        frame.iterations.insert(frame.newest, Iteration::new(&program, frame.layout));
        let iteration = frame.newest;
        for (node, value) in frame.invariants.clone() {
            let is_dead = value.is_none();
            self.activate(node, Tag { iteration, ..tag }, is_dead, &[value], ready);
        }
    }

    /// Delivers a node's outputs to the nodes behind it, all in the iteration of `tag`.
    fn activate(&mut self, node: usize, tag: Tag, is_dead: bool, outputs: &[Option<Value>], ready: &mut Vec<Ready>) {
        let program = Arc::clone(&self.program);
        let source = &program.nodes[node];
        let from_enter = matches!(source.kind, Kind::Enter { .. });
        for edge in &source.data_edges {
            let value = if is_dead { None } else { outputs.get(edge.output).cloned().flatten() };
            self.deliver(&program, edge.target, tag, Some((edge.input, value)), from_enter, ready);
        }
        for &target in &source.control_edges {
            let Some(iteration) = self.iteration_mut(tag) else { return };
            let place = program.nodes[target].place;
            if is_dead && program.nodes[target].kind != Kind::Merge {
                iteration.dead_inputs[place] = iteration.dead_inputs[place].saturating_add(1);
            }
            self.deliver(&program, target, tag, None, from_enter, ready);
        }
    }

    /// Counts one input of a node: a value (`Some((input, value))`) or a control edge.
    fn deliver(
        &mut self,
        program: &Program,
        target: usize,
        tag: Tag,
        input: Option<(usize, Option<Value>)>,
        from_enter: bool,
        ready: &mut Vec<Ready>,
    ) {
        let node = &program.nodes[target];
        let Some(iteration) = self.iteration_mut(tag) else { return };
        let pending = &mut iteration.pending[node.place];
        let dead = &mut iteration.dead_inputs[node.place];
        let (is_ready, is_dead) = if node.kind == Kind::Merge {
            match input {
                None => {
                    let Some(left) = pending.checked_sub(2) else { return };
                    let is_dead = left == 1 && *dead as usize >= node.input_count;
                    *pending = if is_dead { 0 } else { left };
                    (*pending == 0, is_dead)
                }
                Some((input, Some(value))) => {
                    // Only the first live input counts; a second one in the same iteration has nobody to take it.
                    if *pending & 1 == 0 {
                        return;
                    }
                    *pending -= 1;
                    iteration.slots[node.first_slot + input] = Some(value);
                    (*pending == 0, false)
                }
                Some((_, None)) => {
                    *dead += 1;
                    // In a loop on a path that is not taken, the back edge never comes: a dead `Enter` decides alone.
                    let all_dead = *dead as usize == node.input_count || from_enter;
                    if all_dead {
                        *dead = node.input_count as u32;
                    }
                    let is_ready = *pending == 1 && all_dead;
                    if is_ready {
                        // Whatever still comes in this iteration comes too late.
                        *pending = 0;
                    }
                    (is_ready, true)
                }
            }
        } else {
            // A loop that is not made as loops are may hand out a value in every turn: only the first is waited for.
            let Some(left) = pending.checked_sub(1) else { return };
            *pending = left;
            if let Some((input, value)) = input {
                if value.is_none() {
                    *dead += 1;
                }
                iteration.slots[node.first_slot + input] = value;
            }
            (*pending == 0, *dead > 0 && node.kind != Kind::Trigger)
        };
        if is_ready {
            self.hand_out(target, tag, is_dead, ready);
        }
    }

    fn hand_out(&mut self, node: usize, tag: Tag, is_dead: bool, ready: &mut Vec<Ready>) {
        let program = Arc::clone(&self.program);
        let (first, count) = (program.nodes[node].first_slot, program.nodes[node].input_count);
        let Some(iteration) = self.iteration_mut(tag) else { return };
        iteration.outstanding += 1;
        let inputs = iteration.slots[first..first + count].iter_mut().map(Option::take).collect();
        self.running += 1;
        ready.push(Ready { node, tag, is_dead, inputs });
    }

    /// Drops iterations and frames that are over, beginning with this one, and does what was waiting for that.
    fn settle(&mut self, mut tag: Tag, ready: &mut Vec<Ready>) {
        loop {
            let Some(frame) = self.frame_mut(tag) else { return };
            // The frame outside of all loops lives as long as the step.
            let Some(parent) = frame.parent else { return };
            let is_oldest = frame.iterations.keys().next() == Some(&tag.iteration);
            let is_over = is_oldest
                && frame.enters_pending == 0
                && frame.iterations.get(&tag.iteration).is_some_and(|iteration| iteration.outstanding == 0);
            if !is_over {
                return;
            }
            frame.iterations.remove(&tag.iteration);
            if !frame.stalled.is_empty() {
                // Its end gives the place that the next iteration waits for.
                self.begin_stalled(tag, ready);
                tag.iteration += 1;
                continue;
            }
            if !frame.iterations.is_empty() {
                tag.iteration += 1;
                continue;
            }
            let dead_exits = std::mem::take(&mut frame.dead_exits);
            self.frames[tag.frame] = None;
            for exit in dead_exits {
                self.activate(exit, parent, true, &[], ready);
            }
            if let Some(iteration) = self.iteration_mut(parent) {
                iteration.outstanding -= 1;
            }
            tag = parent;
        }
    }

    fn begin_stalled(&mut self, tag: Tag, ready: &mut Vec<Ready>) {
        let Some(frame) = self.frame_mut(tag) else { return };
        let stalled = std::mem::take(&mut frame.stalled);
        self.begin_iteration(tag, ready);
        let iteration = self.frame_mut(tag).map_or(0, |frame| frame.newest);
        for (node, value) in stalled {
            self.activate(node, Tag { iteration, ..tag }, false, &[value], ready);
        }
    }

    fn frame_mut(&mut self, tag: Tag) -> Option<&mut Frame> {
        self.frames.get_mut(tag.frame)?.as_mut()
    }

    fn iteration_mut(&mut self, tag: Tag) -> Option<&mut Iteration> {
        self.frame_mut(tag)?.iterations.get_mut(&tag.iteration)
    }
}

impl Frame {
    fn new(program: &Program, layout: usize, id: u64, parent: Option<Tag>) -> Frame {
        Frame {
            layout,
            id,
            parent,
            iterations: BTreeMap::new(),
            newest: 0,
            enters_pending: program.frames[layout].enter_count,
            invariants: Vec::new(),
            stalled: Vec::new(),
            dead_exits: Vec::new(),
        }
    }
}

impl Iteration {
    fn new(program: &Program, layout: usize) -> Iteration {
        let layout = &program.frames[layout];
        Iteration {
            pending: layout.pending.clone(),
            dead_inputs: vec![0; layout.pending.len()],
            slots: vec![None; layout.slot_count],
            outstanding: 0,
        }
    }
}

#[cfg(test)]
mod tests;
