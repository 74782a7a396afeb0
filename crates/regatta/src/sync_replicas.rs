//! Synchronous replicas, as TensorFlow's `SyncReplicasOptimizer` makes them.
//!
//! ```text
//! each worker   gradients ──► accumulators, with the number of the step they belong to ──► wait for a token ──► next step
//! the chief     again and again, in a thread: the mean of the first N gradients ──► update ──► a token for each worker
//! ```
//!
//! A gradient whose step is over is dropped. N gradients are counted, whoever sends them, so that a fast worker may send several
//! for one step. Everything lies in the graph: accumulators beside their variables, the queue of tokens beside the global step.
//! At the end the chief closes the queue, and whoever waits for a token gets `OUT_OF_RANGE`, the end of training.

use std::sync::{Arc, Mutex, PoisonError};

use regatta_graph::{Grad, IndexedSlices, Outlet};
use regatta_status::{Result, internal};
use regatta_tensor::{DType, Tensor};

use crate::{
    coordinator::Coordinator,
    graph::Graph,
    hooks::Hook,
    init::Initializer,
    optimizer::{GradAndVar, Optimizer},
    session::Session,
    variable::{Variable, VariableOptions},
};

/// An optimizer whose steps take the gradients of several workers together.
pub struct SyncReplicas {
    optimizer: Optimizer,
    replicas_to_aggregate: i64,
    total_replicas: i64,
    ops: Option<SyncOps>,
}

/// The nodes that run beside the workers' steps.
#[derive(Clone)]
struct SyncOps {
    /// Gives this worker the number of the step it begins with.
    local_step_init: Outlet,
    /// Gives the accumulators the number of the step.
    chief_init: Outlet,
    /// The tokens of the first step.
    init_tokens: Outlet,
    /// Takes the gradients, updates, and gives out tokens.
    sync: Outlet,
    close_tokens: Outlet,
    /// The step that this worker's gradients belong to, and the one that the variables were at when the first of them came.
    own_step: Outlet,
    step_then: Outlet,
}

impl SyncReplicas {
    /// Applies the mean of `replicas_to_aggregate` gradients at a time, of `total_replicas` workers.
    pub fn new(optimizer: Optimizer, replicas_to_aggregate: usize, total_replicas: usize) -> SyncReplicas {
        SyncReplicas {
            optimizer,
            replicas_to_aggregate: replicas_to_aggregate.max(1) as i64,
            total_replicas: total_replicas.max(1) as i64,
            ops: None,
        }
    }

    /// The node that makes this worker's part of a training step.
    pub fn minimize(&mut self, g: &mut Graph, loss: &Outlet, global_step: &Variable) -> Result<Outlet> {
        let variables = g.trainable_variables();
        let gradients = self.optimizer.compute_gradients(g, loss, &variables)?;
        self.apply_gradients(g, &gradients, global_step)
    }

    /// As [`SyncReplicas::minimize`], with gradients that were computed before.
    pub fn apply_gradients(
        &mut self,
        g: &mut Graph,
        grads_and_vars: &[GradAndVar],
        global_step: &Variable,
    ) -> Result<Outlet> {
        g.name_scope("sync_replicas", |g| self.build(g, grads_and_vars, global_step))
    }

    /// What a monitored session needs to take part.
    pub fn hook(&self, is_chief: bool) -> SyncReplicasHook {
        SyncReplicasHook { ops: self.ops.clone(), is_chief, threads: Arc::default() }
    }

    /// The step that this worker's gradients belong to, and the one that the variables were at when the first of them came: those
    /// of an earlier step were dropped.
    pub(crate) fn steps(&self) -> Result<(Outlet, Outlet)> {
        let ops = self.ops.as_ref().ok_or_else(|| internal("no gradients are applied yet"))?;
        Ok((ops.own_step.clone(), ops.step_then.clone()))
    }

    fn build(&mut self, g: &mut Graph, grads_and_vars: &[GradAndVar], global_step: &Variable) -> Result<Outlet> {
        // The number of the step that this worker's gradients belong to is its own, not the parameter servers'.
        let anchor = g.node("NoOp", "anchor").finish()?;
        let local_step = g.colocate_with(&anchor, |g| {
            g.variable_with("sync_rep_local_step", &[], Initializer::zeros(), VariableOptions::local(DType::Int64))
        })?;
        let step_now = global_step.read(g)?;
        let local_step_init = local_step.assign(g, &step_now)?;
        let local = local_step.read(g)?;

        let (mut pushed, mut begun, mut taken) = (Vec::new(), Vec::new(), Vec::new());
        let mut step_then = None;
        for (grad, variable) in grads_and_vars {
            let Some(grad) = grad else { continue };
            let accumulator = Accumulator::new(g, variable, matches!(grad, Grad::Slices(_)))?;
            let after = match &step_then {
                Some(_) => Vec::new(),
                // Gradients that come when their step is over are dropped; the first tells whether that is so.
                None => vec![step_then.insert(step_at_arrival(g, grad, variable, global_step)?).clone()],
            };
            pushed.push(g.control_dependencies(&after, |g| accumulator.apply(g, grad, &local))?);
            begun.push(accumulator.set_step(g, &step_now)?);
            taken.push((Some(accumulator.take(g, self.replicas_to_aggregate)?), variable.clone()));
        }
        let chief_init = g.group("chief_init", &begun)?;
        let update = self.optimizer.apply_gradients(g, &taken, Some(global_step))?;

        let tokens = g.colocate_with(global_step.handle(), |g| {
            let queue = g.node("FIFOQueueV2", "sync_token_q").attr("component_types", vec![DType::Int64]);
            queue.attr("shared_name", "sync_token_q").finish()
        })?;
        let sync = g.control_dependencies(&[update], |g| {
            let step = global_step.read(g)?;
            enqueue(g, &tokens, &step, self.total_replicas.max(self.replicas_to_aggregate))
        })?;
        let init_tokens = enqueue(g, &tokens, &step_now, self.replicas_to_aggregate)?;
        let close_tokens =
            g.colocate_with(&tokens, |g| g.node("QueueCloseV2", "close_tokens").input(&tokens).finish())?;
        let train = g.control_dependencies(&pushed, |g| {
            let token = g.colocate_with(&tokens, |g| {
                let node = g.node("QueueDequeueV2", "token").input(&tokens);
                node.attr("component_types", vec![DType::Int64]).finish()
            })?;
            local_step.assign(g, &token)
        })?;
        let step_then = step_then.unwrap_or_else(|| step_now.clone());
        self.ops =
            Some(SyncOps { local_step_init, chief_init, init_tokens, sync, close_tokens, own_step: local, step_then });
        Ok(train)
    }
}

/// The global step when a gradient has come to its variable.
fn step_at_arrival(g: &mut Graph, grad: &Grad, variable: &Variable, global_step: &Variable) -> Result<Outlet> {
    let tensor = match grad {
        Grad::Dense(dense) => dense,
        Grad::Slices(slices) => &slices.values,
    };
    let arrived = g.colocate_with(variable.handle(), |g| g.node("Identity", "arrived").input(tensor).finish())?;
    g.control_dependencies(&[arrived], |g| global_step.read(g))
}

/// So many tokens that say which step comes next.
fn enqueue(g: &mut Graph, tokens: &Outlet, step: &Outlet, count: i64) -> Result<Outlet> {
    g.colocate_with(tokens, |g| {
        let count = g.constant(Tensor::vector(vec![count as i32]))?;
        let filled = g.node("Fill", "tokens").inputs([&count, step]).finish()?;
        g.node("QueueEnqueueManyV2", "enqueue_tokens").inputs([tokens, &filled]).finish()
    })
}

/// Where the gradients of a variable come together, beside it.
struct Accumulator {
    handle: Outlet,
    sparse: bool,
    dtype: DType,
    variable: Outlet,
}

impl Accumulator {
    fn new(g: &mut Graph, variable: &Variable, sparse: bool) -> Result<Accumulator> {
        let op = if sparse { "SparseConditionalAccumulator" } else { "ConditionalAccumulator" };
        let handle = g.colocate_with(variable.handle(), |g| {
            let node = g.node(op, "grad_accum").attr("dtype", variable.dtype()).attr("shape", variable.shape());
            node.attr("shared_name", format!("{}/grad_accum", variable.name())).finish()
        })?;
        Ok(Accumulator { handle, sparse, dtype: variable.dtype(), variable: variable.handle().clone() })
    }

    fn apply(&self, g: &mut Graph, grad: &Grad, local_step: &Outlet) -> Result<Outlet> {
        g.colocate_with(&self.variable, |g| match grad {
            Grad::Dense(dense) => {
                let node = g.node("AccumulatorApplyGradient", "apply_grad");
                node.inputs([&self.handle, local_step, dense]).finish()
            }
            Grad::Slices(slices) => {
                let shape = g.constant(Tensor::vector(Vec::<i64>::new()))?;
                let indices = g.node("Cast", "indices").input(&slices.indices).attr("DstT", DType::Int64).finish()?;
                let node = g.node("SparseAccumulatorApplyGradient", "apply_grad");
                let node = node.inputs([&self.handle, local_step, &indices, &slices.values, &shape]);
                node.attr("has_known_shape", false).finish()
            }
        })
    }

    fn set_step(&self, g: &mut Graph, step: &Outlet) -> Result<Outlet> {
        g.colocate_with(&self.variable, |g| {
            g.node("AccumulatorSetGlobalStep", "set_global_step").inputs([&self.handle, step]).finish()
        })
    }

    fn take(&self, g: &mut Graph, count: i64) -> Result<Grad> {
        g.colocate_with(&self.variable, |g| {
            let count = g.constant(Tensor::scalar(count as i32))?;
            let op = if self.sparse { "SparseAccumulatorTakeGradient" } else { "AccumulatorTakeGradient" };
            let taken = g.node(op, "take_grad").inputs([&self.handle, &count]).attr("dtype", self.dtype).finish()?;
            Ok(match self.sparse {
                false => Grad::Dense(taken),
                true => Grad::Slices(IndexedSlices {
                    indices: taken.output(0),
                    values: taken.output(1),
                    dense_shape: taken.output(2),
                }),
            })
        })
    }
}

/// Takes part in a monitored session: begins with the right step and, for the chief, updates in a thread of its own.
pub struct SyncReplicasHook {
    ops: Option<SyncOps>,
    is_chief: bool,
    /// The chief's thread, of the session of the moment.
    threads: Arc<Mutex<Coordinator>>,
}

impl Hook for SyncReplicasHook {
    fn after_create_session(&mut self, session: &Arc<Session>) -> Result<()> {
        let Some(ops) = &self.ops else { return Ok(()) };
        session.step_as_sent().op(&ops.local_step_init).run()?;
        if !self.is_chief {
            return Ok(());
        }
        session.step_as_sent().op(&ops.chief_init).run()?;
        let threads = Coordinator::new();
        let (sync, steps) = (ops.sync.clone(), session.clone());
        threads.spawn("synchronous updates", move |threads| {
            while !threads.should_stop() {
                // Ends with the session: what it was lost for is told by the workers' own steps.
                if let Err(status) = steps.step_as_sent().op(&sync).run() {
                    tracing::debug!("no more synchronous updates: {status}");
                    break;
                }
            }
            Ok(())
        })?;
        *self.threads.lock().unwrap_or_else(PoisonError::into_inner) = threads;
        session.step_as_sent().op(&ops.init_tokens).run().map(drop)
    }

    fn end(&mut self, session: &Arc<Session>) -> Result<()> {
        match &self.ops {
            Some(ops) if self.is_chief => {
                self.threads.lock().unwrap_or_else(PoisonError::into_inner).request_stop();
                session.step_as_sent().op(&ops.close_tokens).run().map(drop)
            }
            _ => Ok(()),
        }
    }
}
