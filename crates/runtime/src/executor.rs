//! Runs a program once: takes what is ready, does it, tells the propagation, until nothing runs any more.
//!
//! 1. `run` puts the nodes that wait for nothing on a compute thread.
//! 2. A thread runs what it made ready itself, light nodes first (they start sends and receives, which others wait for); of
//!    several heavy nodes it keeps one and gives the others to the pool.
//! 3. A receive, or another node, that has to wait leaves a callback and frees the thread. The callback, on whatever thread brought the value,
//!    only queues the node's successors on the pool.
//! 4. The first failure stops the step: nodes that are handed out are abandoned, the rendezvous is aborted and the waits
//!    are cancelled so that waiting nodes come back, and when the last of them has, the step is over. So `done` is called exactly once, when nothing of
//!    the step runs any more.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use regatta_status::{Result, Status, internal};
use regatta_tensor::Tensor;

use crate::{
    action::Action,
    intentions::Declared,
    ops::{resource_variable, variable},
    pool::Pool,
    program::{Kind, Program},
    propagation::{Propagation, Ready, Tag},
    rendezvous::Parcel,
    step::{NodeTrace, StepContext, since_1970},
    value::Value,
    variable::update,
};

/// Work on fewer bytes than this is done before another thread would have woken up.
const HEAVY_BYTES: usize = 32 * 1024;

/// A step that was started. Keeps nothing alive: the step lives until it is over.
#[derive(Clone)]
pub struct RunningStep(Arc<Step>);

impl RunningStep {
    /// Ends the step with this cause, unless it is over or has failed already.
    pub fn stop(&self, cause: Status) {
        // What a step that is over has sent may still be fetched, so its rendezvous is left alone.
        if self.0.done.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            self.0.fail(cause);
        }
    }
}

struct Step {
    program: Arc<Program>,
    context: Arc<StepContext>,
    pool: Pool,
    state: Mutex<Propagation>,
    has_failed: AtomicBool,
    failure: Mutex<Option<Status>>,
    done: Mutex<Option<Done>>,
    declared: Mutex<Option<Declared>>,
}

type Done = Box<dyn FnOnce(Result<()>) + Send>;

/// Starts a step. `done` is called once, from a compute thread, when nothing of it runs any more.
pub fn run(
    program: Arc<Program>,
    context: Arc<StepContext>,
    pool: &Pool,
    done: impl FnOnce(Result<()>) + Send + 'static,
) -> RunningStep {
    let (state, ready) = Propagation::start(Arc::clone(&program));
    let step = Arc::new(Step {
        program,
        context,
        pool: pool.clone(),
        state: Mutex::new(state),
        has_failed: AtomicBool::new(false),
        failure: Mutex::new(None),
        done: Mutex::new(Some(Box::new(done))),
        declared: Mutex::new(None),
    });
    let declared = step.context.resources.intentions.declare(&step.program.queues.enqueues, &RunningStep(step.clone()));
    *step.declared.lock().unwrap_or_else(PoisonError::into_inner) = declared;
    let starting = Arc::clone(&step);
    pool.spawn(move || {
        if ready.is_empty() {
            starting.finish();
        } else {
            starting.process(ready);
        }
    });
    RunningStep(step)
}

/// What came of running a node.
enum Outcome {
    /// Its outputs; `None` is a dead one.
    Done(Vec<Option<Value>>),
    /// It will come back by itself.
    Pending,
}

impl Step {
    /// Runs nodes and what they make ready, until there is nothing left for this thread.
    fn process(self: &Arc<Self>, ready: Vec<Ready>) {
        let mut light = VecDeque::new();
        let mut heavy = VecDeque::new();
        let mut more = ready;
        loop {
            for node in more.drain(..) {
                if is_heavy(&node) { heavy.push_back(node) } else { light.push_back(node) }
            }
            let next = light.pop_front().or_else(|| {
                // Nothing light is left: the other threads may have all the heavy nodes but one.
                let mine = heavy.pop_front();
                for node in heavy.drain(..) {
                    let step = Arc::clone(self);
                    self.pool.spawn(move || step.process(vec![node]));
                }
                mine
            });
            let Some(node) = next else { return };
            self.run_node(node, &mut more);
        }
    }

    fn run_node(self: &Arc<Self>, ready: Ready, more: &mut Vec<Ready>) {
        if self.has_failed.load(Ordering::Acquire) {
            return self.abandon();
        }
        let node = &self.program.nodes[ready.node];
        let (tag, is_dead) = (ready.tag, ready.is_dead);
        if is_dead && node.kind != Kind::Transfer {
            return self.complete(ready.node, tag, true, Vec::new(), more);
        }
        let index = ready.node;
        let begun = self.context.is_traced().then(since_1970);
        // A panic in a kernel is our mistake, but only this step should pay for it.
        let outcome = catch_unwind(AssertUnwindSafe(|| self.act(ready, begun)))
            .unwrap_or_else(|_| Err(internal(format!("the kernel of op {} panicked", node.op))));
        match outcome {
            Ok(Outcome::Done(outputs)) => {
                self.trace(index, begun, &outputs);
                self.complete(index, tag, false, outputs, more);
            }
            Ok(Outcome::Pending) => {}
            Err(failure) => {
                self.fail(failure.at_node(&node.name));
                self.abandon();
            }
        }
    }

    fn act(self: &Arc<Self>, ready: Ready, begun: Option<Duration>) -> Result<Outcome> {
        let node = &self.program.nodes[ready.node];
        let mut inputs = ready.inputs;
        let outputs = match &*node.action {
            Action::Forward => inputs,
            Action::Switch => {
                let pred = inputs
                    .pop()
                    .flatten()
                    .ok_or_else(|| internal("a switch without its condition"))?
                    .read()?
                    .single::<bool>()?;
                let data = inputs.pop().flatten();
                if pred { vec![None, data] } else { vec![data, None] }
            }
            Action::SwitchN(count) => {
                let index = inputs
                    .pop()
                    .flatten()
                    .ok_or_else(|| internal("a switch without its number"))?
                    .read()?
                    .single::<i32>()?;
                let chosen =
                    usize::try_from(index).ok().filter(|index| index < count).unwrap_or(count.saturating_sub(1));
                let mut outputs = vec![None; *count];
                if let Some(output) = outputs.get_mut(chosen) {
                    *output = inputs.pop().flatten();
                }
                outputs
            }
            Action::Merge => {
                let chosen =
                    inputs.iter().position(Option::is_some).ok_or_else(|| internal("a merge without a live input"))?;
                vec![inputs.swap_remove(chosen), Some(Tensor::scalar(chosen as i32).into())]
            }
            Action::Send(edge) => {
                let parcel = match inputs.pop().flatten() {
                    Some(value) if !ready.is_dead => Some(value.into_tensor()?),
                    _ => None,
                };
                self.context.rendezvous.send(&edge.key(ready.tag), parcel)?;
                Vec::new()
            }
            Action::Recv(edge) => {
                let key = edge.key(ready.tag);
                match self.context.rendezvous.try_recv(&key) {
                    Some(parcel) => vec![parcel?.map(Value::from)],
                    None => {
                        let step = Arc::clone(self);
                        let receiver = move |parcel: Result<Parcel>| {
                            let outputs = parcel.map(|parcel| vec![parcel.map(Value::from)]);
                            step.resume_on_pool(ready.node, ready.tag, begun, outputs);
                        };
                        self.context.rendezvous.recv(&key, Box::new(receiver));
                        return Ok(Outcome::Pending);
                    }
                }
            }
            Action::Compute(compute) => {
                let tensors: Result<Vec<Tensor>> = live(inputs)?.into_iter().map(Value::into_tensor).collect();
                compute(tensors?)?.into_iter().map(|tensor| Some(tensor.into())).collect()
            }
            Action::Update { run, variables } => self.update(run, *variables, live(inputs)?)?,
            Action::Stateful(run) => run(&self.context, live(inputs)?)?.into_iter().map(Some).collect(),
            Action::Blocking(_) => {
                let step = Arc::clone(self);
                let inputs = live(inputs)?;
                self.pool.spawn_blocking(move || step.run_blocking(ready.node, ready.tag, begun, inputs));
                return Ok(Outcome::Pending);
            }
            Action::Waiting(run) => {
                let step = Arc::clone(self);
                let answer = move |result: Result<Vec<Value>>| {
                    let outputs = result.map(|outputs| outputs.into_iter().map(Some).collect());
                    step.resume_on_pool(ready.node, ready.tag, begun, outputs);
                };
                run(&self.context, live(inputs)?, Box::new(answer))?;
                return Ok(Outcome::Pending);
            }
        };
        Ok(Outcome::Done(outputs))
    }

    fn update(&self, run: &regatta_kernels::Update, count: usize, inputs: Vec<Value>) -> Result<Vec<Option<Value>>> {
        let mut inputs = inputs.into_iter();
        let is_resource = |value: &Value| matches!(value, Value::Tensor(_));
        let handles: Vec<Value> = inputs.by_ref().take(count).collect();
        let by_handle = handles.first().is_some_and(is_resource);
        let find = |value| {
            if by_handle { resource_variable::of_handle(&self.context, value) } else { variable::reference(value) }
        };
        let variables: Vec<_> = handles.into_iter().map(find).collect::<Result<_>>()?;
        let values: Vec<Tensor> = inputs.map(Value::into_tensor).collect::<Result<_>>()?;
        update(&variables, |tensors| run(tensors, values))?;
        if by_handle {
            return Ok(Vec::new());
        }
        Ok(variables.into_iter().next().map(|variable| Some(Value::Ref(variable))).into_iter().collect())
    }

    fn run_blocking(self: &Arc<Self>, index: usize, tag: Tag, begun: Option<Duration>, inputs: Vec<Value>) {
        let node = &self.program.nodes[index];
        let result = catch_unwind(AssertUnwindSafe(|| match &*node.action {
            Action::Blocking(run) => run(&self.context, inputs),
            _ => Err(internal("not a blocking op")),
        }))
        .unwrap_or_else(|_| Err(internal(format!("the kernel of op {} panicked", node.op))));
        self.resume(index, tag, begun, result.map(|outputs| outputs.into_iter().map(Some).collect()));
    }

    /// A node that had to wait has what it waited for. May be called on any thread, so nothing is computed here.
    fn resume_on_pool(
        self: &Arc<Self>,
        index: usize,
        tag: Tag,
        begun: Option<Duration>,
        outputs: Result<Vec<Option<Value>>>,
    ) {
        let step = Arc::clone(self);
        self.pool.spawn(move || step.resume(index, tag, begun, outputs));
    }

    /// Goes on behind a node that came back by itself.
    fn resume(self: &Arc<Self>, index: usize, tag: Tag, begun: Option<Duration>, result: Result<Vec<Option<Value>>>) {
        match result {
            Ok(outputs) => {
                self.trace(index, begun, &outputs);
                let mut more = Vec::new();
                self.complete(index, tag, false, outputs, &mut more);
                self.process(more);
            }
            Err(failure) => {
                self.fail(failure.at_node(&self.program.nodes[index].name));
                self.abandon();
            }
        }
    }

    fn complete(&self, node: usize, tag: Tag, is_dead: bool, outputs: Vec<Option<Value>>, more: &mut Vec<Ready>) {
        let is_finished = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.complete(node, tag, is_dead, outputs, more);
            state.is_finished()
        };
        if is_finished {
            self.finish();
        }
    }

    fn abandon(&self) {
        let is_finished = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.abandon();
            state.is_finished()
        };
        if is_finished {
            self.finish();
        }
    }

    /// Keeps the failure, unless one that is not an echo is known already, and stops the step.
    fn fail(&self, failure: Status) {
        {
            let mut known = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            match &*known {
                Some(first) if !first.derived || failure.derived => {}
                _ => *known = Some(failure.clone()),
            }
        }
        if !self.has_failed.swap(true, Ordering::AcqRel) {
            self.context.rendezvous.abort(&failure);
            self.context.cancellation.cancel(&failure);
        }
    }

    fn finish(&self) {
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(done) = done {
            if let Some(declared) = self.declared.lock().unwrap_or_else(PoisonError::into_inner).take() {
                self.context.resources.intentions.take_back(declared);
            }
            self.tell_closed_queues();
            let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
            done(failure.map_or(Ok(()), Err));
        }
    }

    /// Whoever is going to put something into a queue that this step has closed need not wait any longer.
    fn tell_closed_queues(&self) {
        if !self.has_failed.load(Ordering::Acquire) {
            self.program.queues.closes.iter().for_each(|queue| self.context.resources.intentions.closed(queue));
        }
    }

    fn trace(&self, node: usize, begun: Option<Duration>, outputs: &[Option<Value>]) {
        let Some(start) = begun else { return };
        let bytes = |value: &Value| match value {
            Value::Tensor(tensor) => tensor.byte_size(),
            Value::Ref(_) => 0,
        };
        let node = &self.program.nodes[node];
        self.context.add_trace(NodeTrace {
            node: node.name.clone(),
            op: node.op,
            start,
            elapsed: since_1970().saturating_sub(start),
            output_bytes: outputs.iter().flatten().map(bytes).sum(),
        });
    }
}

/// The inputs of a node that runs: all alive.
fn live(inputs: Vec<Option<Value>>) -> Result<Vec<Value>> {
    inputs.into_iter().collect::<Option<_>>().ok_or_else(|| internal("a node was run with a dead input"))
}

fn is_heavy(ready: &Ready) -> bool {
    let bytes = |input: &Option<Value>| match input {
        Some(Value::Tensor(tensor)) => tensor.byte_size(),
        _ => 0,
    };
    !ready.is_dead && ready.inputs.iter().map(bytes).sum::<usize>() >= HEAVY_BYTES
}
