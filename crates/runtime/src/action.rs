//! What a node does when its inputs are there.

use std::sync::Arc;

use regatta_graph::Node;
use regatta_kernels::{Compute, Kernel, Update};
use regatta_status::Result;
use regatta_tensor::DType;

use crate::{
    ops::{assert, checkpoint, files, print, queue, resource_variable, stack, timestamp, variable},
    step::StepContext,
    transfer::Edge,
    value::Value,
};

/// What a node does. Built once for a node; a stateful one is shared by all programs of a session that hold the node.
pub enum Action {
    /// Hands its input on: loop ends, and whatever only orders others.
    Forward,
    /// Hands its first input to one of two outputs, the other is dead.
    Switch,
    /// Hands on the input that is alive, and which it was.
    Merge,
    /// Puts a value where the other end of an edge finds it.
    Send(Edge),
    /// Waits for a value from the other end of an edge; occupies no thread meanwhile.
    Recv(Edge),
    /// Computes outputs from inputs.
    Compute(Compute),
    /// Changes the variables that its first inputs stand for, and hands on the first if it is a reference.
    Update {
        /// The change.
        run: Update,
        /// How many inputs are variables.
        variables: usize,
    },
    /// Looks at or changes what lives on the task, at once.
    Stateful(Stateful),
    /// As `Stateful`, but may wait for a disk.
    Blocking(Stateful),
    /// As `Stateful`, but may wait for other nodes or steps; occupies no thread meanwhile.
    Waiting(Waiting),
}

/// An op that needs to know in which step it runs.
pub type Stateful = Box<dyn Fn(&StepContext, Vec<Value>) -> Result<Vec<Value>> + Send + Sync>;

/// An op that may have to wait. It returns an error at once, or sees to it that the answer is given: by itself, by whoever
/// it waits for, or, if the step is cancelled, by what it has registered with [`StepContext::cancellation`].
pub type Waiting = Box<dyn Fn(&Arc<StepContext>, Vec<Value>, Answer) -> Result<()> + Send + Sync>;

/// Takes the outputs of an op that waited. May be called on any thread, and never blocks.
pub type Answer = Box<dyn FnOnce(Result<Vec<Value>>) + Send>;

/// Builds the action of one op's nodes.
type Build = fn(&Node) -> Result<Action>;

/// The ops that are run here and not by a kernel: they steer the step, or look at what lives on the task.
const ACTIONS: &[(&str, Build)] = &[
    ("NoOp", |_| Ok(Action::Forward)),
    ("ControlTrigger", |_| Ok(Action::Forward)),
    ("Enter", |_| Ok(Action::Forward)),
    ("Exit", |_| Ok(Action::Forward)),
    ("NextIteration", |_| Ok(Action::Forward)),
    ("LoopCond", |_| Ok(Action::Forward)),
    ("Switch", |_| Ok(Action::Switch)),
    ("RefSwitch", |_| Ok(Action::Switch)),
    ("Merge", |_| Ok(Action::Merge)),
    ("_Send", |node| Ok(Action::Send(Edge::of(node)?))),
    ("_HostSend", |node| Ok(Action::Send(Edge::of(node)?))),
    ("_Recv", |node| Ok(Action::Recv(Edge::of(node)?))),
    ("_HostRecv", |node| Ok(Action::Recv(Edge::of(node)?))),
    ("Variable", |node| variable::make(node).map(Action::Stateful)),
    ("VariableV2", |node| variable::make(node).map(Action::Stateful)),
    ("IsVariableInitialized", |_| Ok(Action::Stateful(variable::is_initialized()))),
    ("Assign", |node| variable::assign(node).map(Action::Stateful)),
    ("VarHandleOp", |node| resource_variable::handle(node).map(Action::Stateful)),
    ("VarIsInitializedOp", |_| Ok(Action::Stateful(resource_variable::is_initialized()))),
    ("ReadVariableOp", |node| resource_variable::read(node).map(Action::Stateful)),
    ("AssignVariableOp", |node| resource_variable::assign(node).map(Action::Stateful)),
    ("VariableShape", |node| resource_variable::shape(node).map(Action::Stateful)),
    ("DestroyResourceOp", |node| resource_variable::destroy(node).map(Action::Stateful)),
    ("DisableCopyOnRead", |_| Ok(Action::Stateful(resource_variable::disable_copy_on_read()))),
    ("StackV2", |node| stack::make(node).map(Action::Stateful)),
    ("StackPushV2", |_| Ok(Action::Stateful(stack::push()))),
    ("StackPopV2", |_| Ok(Action::Stateful(stack::pop()))),
    ("SaveV2", |_| Ok(Action::Blocking(checkpoint::save()))),
    ("RestoreV2", |node| checkpoint::restore(node).map(Action::Blocking)),
    ("MergeV2Checkpoints", |node| checkpoint::merge(node).map(Action::Blocking)),
    ("FIFOQueueV2", |node| queue::make(node).map(Action::Stateful)),
    ("QueueEnqueueV2", |node| queue::enqueue(node).map(Action::Waiting)),
    ("QueueEnqueueManyV2", |node| queue::enqueue_many(node).map(Action::Waiting)),
    ("QueueDequeueV2", |node| queue::dequeue(node).map(Action::Waiting)),
    ("QueueDequeueManyV2", |node| queue::dequeue_many(node, false).map(Action::Waiting)),
    ("QueueDequeueUpToV2", |node| queue::dequeue_many(node, true).map(Action::Waiting)),
    ("QueueCloseV2", |node| queue::close(node).map(Action::Waiting)),
    ("QueueSizeV2", |_| Ok(Action::Stateful(queue::size()))),
    ("QueueIsClosedV2", |_| Ok(Action::Stateful(queue::is_closed()))),
    ("ReadFile", |_| Ok(Action::Blocking(files::read()))),
    ("WriteFile", |_| Ok(Action::Blocking(files::write()))),
    ("MatchingFiles", |_| Ok(Action::Blocking(files::matching()))),
    ("Assert", |node| assert::check(node).map(Action::Stateful)),
    ("Print", |node| print::print(node).map(Action::Stateful)),
    ("PrintV2", |node| print::print_v2(node).map(Action::Blocking)),
    ("Timestamp", |_| Ok(Action::Stateful(timestamp::timestamp()))),
];

impl Action {
    /// What a node does, or why it cannot be done here.
    pub fn build(node: &Node) -> Result<Action> {
        if let Some((_, build)) = ACTIONS.iter().find(|(op, _)| *op == node.op.name) {
            return build(node);
        }
        Ok(match regatta_kernels::build(node)? {
            Kernel::Compute(compute) => Action::Compute(compute),
            Kernel::Update(run) => {
                let is_variable = |ty: &&regatta_graph::EdgeType| ty.is_ref || ty.dtype == DType::Resource;
                let variables = node.input_types.iter().take_while(is_variable).count();
                Action::Update { run, variables }
            }
        })
    }
}

/// Whether an op can be run at all, for the one who places it.
pub fn has_action(op: &str) -> bool {
    ACTIONS.iter().any(|(name, _)| *name == op) || regatta_kernels::has_kernel(op)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_op_of_the_table_can_be_run() {
        let missing: Vec<&str> =
            regatta_graph::ops::all().iter().map(|op| op.name).filter(|op| !has_action(op)).collect();
        assert!(missing.is_empty(), "these ops are in the table, but nothing runs them: {missing:?}");
    }
}
