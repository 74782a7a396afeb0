//! What a node does when its inputs are there.

use std::sync::Arc;

use regatta_graph::Node;
use regatta_kernels::{Compute, Kernel, Update};
use regatta_status::Result;
use regatta_tensor::DType;

use crate::{
    ops::{
        accumulator, assert, checkpoint, control, count_up_to, files, gradient_stage, print, queue, replica_arbiter,
        resource_gather, resource_variable, rng, stack, table, temporary_variable, tensor_array, timestamp, variable,
    },
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
    /// Hands its first input to one of so many outputs, the others are dead; a number that is no output's means the last.
    SwitchN(usize),
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
    ("RefEnter", |_| Ok(Action::Forward)),
    ("Exit", |_| Ok(Action::Forward)),
    ("RefExit", |_| Ok(Action::Forward)),
    ("NextIteration", |_| Ok(Action::Forward)),
    ("RefNextIteration", |_| Ok(Action::Forward)),
    ("Identity", |_| Ok(Action::Stateful(control::identity()))),
    ("RefIdentity", |_| Ok(Action::Forward)),
    ("LoopCond", |_| Ok(Action::Forward)),
    ("Switch", |_| Ok(Action::Switch)),
    ("RefSwitch", |_| Ok(Action::Switch)),
    ("_SwitchN", |node| Ok(Action::SwitchN(node.output_types.len()))),
    ("Merge", |_| Ok(Action::Merge)),
    ("RefMerge", |_| Ok(Action::Merge)),
    ("RefSelect", |_| Ok(Action::Stateful(control::ref_select()))),
    ("Abort", |node| control::abort(node).map(Action::Stateful)),
    ("ToBool", |_| Ok(Action::Compute(control::to_bool()))),
    ("FakeParam", |node| control::fake_param(node).map(Action::Compute)),
    ("DeviceIndex", |node| control::device_index(node).map(Action::Compute)),
    ("_Send", |node| Ok(Action::Send(Edge::of(node)?))),
    ("_HostSend", |node| Ok(Action::Send(Edge::of(node)?))),
    ("_Recv", |node| Ok(Action::Recv(Edge::of(node)?))),
    ("_HostRecv", |node| Ok(Action::Recv(Edge::of(node)?))),
    ("Variable", |node| variable::make(node).map(Action::Stateful)),
    ("VariableV2", |node| variable::make(node).map(Action::Stateful)),
    ("IsVariableInitialized", |_| Ok(Action::Stateful(variable::is_initialized()))),
    ("Assign", |node| variable::assign(node).map(Action::Stateful)),
    ("TemporaryVariable", |node| temporary_variable::make(node).map(Action::Stateful)),
    ("DestroyTemporaryVariable", |node| temporary_variable::destroy(node).map(Action::Stateful)),
    ("CountUpTo", |node| count_up_to::count_up_to(node).map(Action::Stateful)),
    ("ResourceCountUpTo", |node| count_up_to::count_up_to(node).map(Action::Stateful)),
    ("VarHandleOp", |node| resource_variable::handle(node).map(Action::Stateful)),
    ("_VarHandlesOp", |node| resource_variable::handles(node).map(Action::Stateful)),
    ("VarIsInitializedOp", |_| Ok(Action::Stateful(resource_variable::is_initialized()))),
    ("ReadVariableOp", |node| resource_variable::read(node).map(Action::Stateful)),
    ("_ReadVariablesOp", |node| resource_variable::read(node).map(Action::Stateful)),
    ("ResourceGather", |node| resource_gather::gather(node).map(Action::Stateful)),
    ("ResourceGatherNd", |node| resource_gather::gather(node).map(Action::Stateful)),
    ("AssignVariableOp", |node| resource_variable::assign(node).map(Action::Stateful)),
    ("VariableShape", |node| resource_variable::shape(node).map(Action::Stateful)),
    ("DestroyResourceOp", |node| resource_variable::destroy(node).map(Action::Stateful)),
    ("DisableCopyOnRead", |_| Ok(Action::Stateful(resource_variable::disable_copy_on_read()))),
    ("RngReadAndSkip", |node| rng::skip(node).map(Action::Stateful)),
    ("RngSkip", |node| rng::skip(node).map(Action::Stateful)),
    ("StatefulStandardNormalV2", |node| rng::draw(node).map(Action::Stateful)),
    ("StatefulTruncatedNormal", |node| rng::draw(node).map(Action::Stateful)),
    ("StatefulUniform", |node| rng::draw(node).map(Action::Stateful)),
    ("StatefulUniformFullInt", |node| rng::draw(node).map(Action::Stateful)),
    ("StatefulUniformInt", |node| rng::draw(node).map(Action::Stateful)),
    ("Stack", |node| stack::make(node).map(Action::Stateful)),
    ("StackV2", |node| stack::make(node).map(Action::Stateful)),
    ("StackPush", |_| Ok(Action::Stateful(stack::push()))),
    ("StackPushV2", |_| Ok(Action::Stateful(stack::push()))),
    ("StackPop", |node| stack::pop(node).map(Action::Stateful)),
    ("StackPopV2", |node| stack::pop(node).map(Action::Stateful)),
    ("StackClose", |_| Ok(Action::Stateful(stack::close()))),
    ("StackCloseV2", |_| Ok(Action::Stateful(stack::close()))),
    ("TensorArrayV3", |node| tensor_array::make(node).map(Action::Stateful)),
    ("TensorArrayGradV3", |node| tensor_array::gradient(node).map(Action::Stateful)),
    ("TensorArrayGradWithShape", |node| tensor_array::gradient(node).map(Action::Stateful)),
    ("TensorArrayWriteV3", |_| Ok(Action::Stateful(tensor_array::write()))),
    ("TensorArrayReadV3", |node| tensor_array::read(node).map(Action::Stateful)),
    ("TensorArrayGatherV3", |node| tensor_array::gather(node).map(Action::Stateful)),
    ("TensorArrayScatterV3", |_| Ok(Action::Stateful(tensor_array::scatter()))),
    ("TensorArrayConcatV3", |node| tensor_array::concat(node).map(Action::Stateful)),
    ("TensorArraySplitV3", |_| Ok(Action::Stateful(tensor_array::split()))),
    ("TensorArraySizeV3", |_| Ok(Action::Stateful(tensor_array::size()))),
    ("TensorArrayCloseV3", |_| Ok(Action::Stateful(tensor_array::close()))),
    ("HashTableV2", |node| table::make(node).map(Action::Stateful)),
    ("MutableHashTableV2", |node| table::make(node).map(Action::Stateful)),
    ("MutableHashTableOfTensorsV2", |node| table::make(node).map(Action::Stateful)),
    ("MutableDenseHashTableV2", |node| table::make(node).map(Action::Stateful)),
    ("LookupTableFindV2", |_| Ok(Action::Stateful(table::find()))),
    ("LookupTableInsertV2", |_| Ok(Action::Stateful(table::insert(false)))),
    ("LookupTableImportV2", |_| Ok(Action::Stateful(table::insert(true)))),
    ("LookupTableRemoveV2", |_| Ok(Action::Stateful(table::remove()))),
    ("LookupTableExportV2", |node| table::export(node).map(Action::Stateful)),
    ("LookupTableSizeV2", |_| Ok(Action::Stateful(table::size()))),
    ("InitializeTableV2", |_| Ok(Action::Stateful(table::initialize()))),
    ("InitializeTableFromTextFileV2", |node| table::initialize_from_text_file(node).map(Action::Blocking)),
    ("SaveV2", |_| Ok(Action::Blocking(checkpoint::save()))),
    ("RestoreV2", |node| checkpoint::restore(node).map(Action::Blocking)),
    ("MergeV2Checkpoints", |node| checkpoint::merge(node).map(Action::Blocking)),
    ("FIFOQueue", |node| queue::make(node).map(Action::Stateful)),
    ("FIFOQueueV2", |node| queue::make(node).map(Action::Stateful)),
    ("PaddingFIFOQueue", |node| queue::make(node).map(Action::Stateful)),
    ("PaddingFIFOQueueV2", |node| queue::make(node).map(Action::Stateful)),
    ("PriorityQueue", |node| queue::make(node).map(Action::Stateful)),
    ("PriorityQueueV2", |node| queue::make(node).map(Action::Stateful)),
    ("RandomShuffleQueue", |node| queue::make(node).map(Action::Stateful)),
    ("RandomShuffleQueueV2", |node| queue::make(node).map(Action::Stateful)),
    ("QueueEnqueue", |node| queue::enqueue(node).map(Action::Waiting)),
    ("QueueEnqueueV2", |node| queue::enqueue(node).map(Action::Waiting)),
    ("QueueEnqueueMany", |node| queue::enqueue_many(node).map(Action::Waiting)),
    ("QueueEnqueueManyV2", |node| queue::enqueue_many(node).map(Action::Waiting)),
    ("QueueDequeue", |node| queue::dequeue(node).map(Action::Waiting)),
    ("QueueDequeueV2", |node| queue::dequeue(node).map(Action::Waiting)),
    ("QueueDequeueMany", |node| queue::dequeue_many(node, false).map(Action::Waiting)),
    ("QueueDequeueManyV2", |node| queue::dequeue_many(node, false).map(Action::Waiting)),
    ("QueueDequeueUpTo", |node| queue::dequeue_many(node, true).map(Action::Waiting)),
    ("QueueDequeueUpToV2", |node| queue::dequeue_many(node, true).map(Action::Waiting)),
    ("QueueClose", |node| queue::close(node).map(Action::Waiting)),
    ("QueueCloseV2", |node| queue::close(node).map(Action::Waiting)),
    ("QueueSize", |_| Ok(Action::Stateful(queue::size()))),
    ("QueueSizeV2", |_| Ok(Action::Stateful(queue::size()))),
    ("QueueIsClosed", |_| Ok(Action::Stateful(queue::is_closed()))),
    ("QueueIsClosedV2", |_| Ok(Action::Stateful(queue::is_closed()))),
    ("ResourceConditionalAccumulator", |node| accumulator::make(node).map(Action::Stateful)),
    ("ConditionalAccumulator", |node| accumulator::make(node).map(Action::Stateful)),
    ("SparseConditionalAccumulator", |node| accumulator::make(node).map(Action::Stateful)),
    ("ResourceAccumulatorApplyGradient", |_| Ok(Action::Stateful(accumulator::apply()))),
    ("ResourceAccumulatorTakeGradient", |node| accumulator::take(node).map(Action::Waiting)),
    ("ResourceAccumulatorSetGlobalStep", |_| Ok(Action::Stateful(accumulator::set_global_step()))),
    ("ResourceAccumulatorNumAccumulated", |_| Ok(Action::Stateful(accumulator::num_accumulated()))),
    ("AccumulatorApplyGradient", |_| Ok(Action::Stateful(accumulator::apply()))),
    ("AccumulatorTakeGradient", |node| accumulator::take(node).map(Action::Waiting)),
    ("AccumulatorSetGlobalStep", |_| Ok(Action::Stateful(accumulator::set_global_step()))),
    ("AccumulatorNumAccumulated", |_| Ok(Action::Stateful(accumulator::num_accumulated()))),
    ("SparseAccumulatorApplyGradient", |node| accumulator::apply_sparse(node).map(Action::Stateful)),
    ("SparseAccumulatorTakeGradient", |node| accumulator::take(node).map(Action::Waiting)),
    ("ReplicaArbiter", |node| replica_arbiter::make(node).map(Action::Stateful)),
    ("ReplicaJoin", |_| Ok(Action::Waiting(replica_arbiter::join()))),
    ("ReplicaPush", |_| Ok(Action::Waiting(replica_arbiter::push()))),
    ("ReplicaApplied", |_| Ok(Action::Waiting(replica_arbiter::applied()))),
    ("ReplicaCounted", |_| Ok(Action::Update { run: replica_arbiter::counted(), variables: 1 })),
    ("ReplicaBeat", |_| Ok(Action::Stateful(replica_arbiter::beat()))),
    ("ReplicaLeave", |_| Ok(Action::Stateful(replica_arbiter::leave()))),
    ("ReplicaRoster", |_| Ok(Action::Stateful(replica_arbiter::roster()))),
    ("GradientStage", |node| gradient_stage::make(node).map(Action::Stateful)),
    ("GradientStagePut", |_| Ok(Action::Stateful(gradient_stage::put()))),
    ("GradientStagePutRows", |_| Ok(Action::Stateful(gradient_stage::put_rows()))),
    ("GradientStageTake", |_| Ok(Action::Stateful(gradient_stage::take()))),
    ("GradientStageTakeRows", |_| Ok(Action::Stateful(gradient_stage::take_rows()))),
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
    use regatta_graph::ops::functional::is_functional;

    use super::*;

    #[test]
    fn every_op_of_the_table_can_be_run() {
        let missing: Vec<&str> = regatta_graph::ops::all()
            .iter()
            .map(|op| op.name)
            .filter(|op| !has_action(op) && !is_functional(op))
            .collect();
        assert!(missing.is_empty(), "these ops are in the table, but nothing runs them: {missing:?}");
    }
}
