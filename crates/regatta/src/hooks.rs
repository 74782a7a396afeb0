//! Hooks: what happens around the steps of a [monitored session](crate::MonitoredSession).
//!
//! A hook adds to the graph before the first session is opened ([`Hook::begin`]), says what it wants of each step
//! ([`Hook::before_run`]), sees what came of it ([`Hook::after_run`]) and may ask for the end. When a session was lost and opened
//! again it hears of the new one ([`Hook::after_create_session`]).

mod checkpoint_saver;
mod feed_fn;
mod final_ops;
mod logging;
mod nan_guard;
mod profiler;
mod step_counter;
mod stop_at_step;
mod summary_saver;
mod timer;

use std::sync::Arc;

pub use checkpoint_saver::CheckpointSaverHook;
pub use feed_fn::FeedFnHook;
pub use final_ops::FinalOpsHook;
pub use logging::LoggingTensorHook;
pub use nan_guard::NanTensorHook;
pub use profiler::ProfilerHook;
use regatta_graph::Outlet;
use regatta_status::Result;
use regatta_tensor::Tensor;
pub use step_counter::StepCounterHook;
pub use stop_at_step::StopAtStepHook;
pub use summary_saver::SummarySaverHook;
pub use timer::Every;

use crate::{graph::Graph, session::Session, timeline::RunMetadata};

/// What takes part in the steps of a monitored session.
pub trait Hook: Send {
    /// Adds to the graph what the hook needs; nothing may be added later.
    fn begin(&mut self, _g: &mut Graph) -> Result<()> {
        Ok(())
    }

    /// Told of every new session: the first, and each that takes the place of a lost one.
    fn after_create_session(&mut self, _session: &Arc<Session>) -> Result<()> {
        Ok(())
    }

    /// What the hook wants of the step that comes.
    fn before_run(&mut self) -> Result<StepRequest> {
        Ok(StepRequest::default())
    }

    /// Sees what came of the step that it had wishes for.
    fn after_run(&mut self, _step: &mut StepResult<'_>) -> Result<()> {
        Ok(())
    }

    /// The end of a session that nothing went wrong with; it can still run steps. Hooks end in the reverse order of their adding.
    fn end(&mut self, _session: &Arc<Session>) -> Result<()> {
        Ok(())
    }
}

/// What a hook wants of a step.
#[derive(Clone, Debug, Default)]
pub struct StepRequest {
    /// Tensors whose values the hook wants to see.
    pub fetches: Vec<Outlet>,
    /// Values for tensors that the program does not feed itself.
    pub feeds: Vec<(Outlet, Tensor)>,
    /// Whether to note when every node runs.
    pub trace: bool,
}

impl StepRequest {
    /// Wants the values of these tensors.
    pub fn fetch(fetches: impl IntoIterator<Item = Outlet>) -> StepRequest {
        StepRequest { fetches: fetches.into_iter().collect(), ..StepRequest::default() }
    }
}

/// What came of a step, for one hook.
pub struct StepResult<'a> {
    /// The values of the tensors that the hook asked for, in that order.
    pub values: &'a [Tensor],
    /// When every node ran, if some hook asked for it.
    pub metadata: Option<&'a RunMetadata>,
    /// For steps of the hook's own.
    pub session: &'a Arc<Session>,
    pub(crate) stop: &'a mut bool,
}

impl StepResult<'_> {
    /// Asks for this step to be the last.
    pub fn request_stop(&mut self) {
        *self.stop = true;
    }
}
