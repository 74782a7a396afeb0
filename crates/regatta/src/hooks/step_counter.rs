//! How fast it goes.

use std::sync::Arc;

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{
    Hook, StepRequest, StepResult,
    timer::{Every, Timer},
};
use crate::{graph::Graph, summary::SummaryWriter};

/// Logs how many global steps are made each second, and writes it to the event file as `global_step/sec`.
pub struct StepCounterHook {
    timer: Timer,
    writer: Option<Arc<SummaryWriter>>,
    global_step: Option<Outlet>,
}

impl StepCounterHook {
    /// Counts so often, perhaps into event files.
    pub fn new(every: Every, writer: Option<Arc<SummaryWriter>>) -> StepCounterHook {
        StepCounterHook { timer: Timer::new(every), writer, global_step: None }
    }
}

impl Hook for StepCounterHook {
    fn begin(&mut self, g: &mut Graph) -> Result<()> {
        self.global_step = Some(g.global_step_value()?);
        Ok(())
    }

    fn before_run(&mut self) -> Result<StepRequest> {
        Ok(StepRequest::fetch(self.global_step.clone()))
    }

    fn after_run(&mut self, step: &mut StepResult<'_>) -> Result<()> {
        let now = step.values[0].single::<i64>()?;
        if !self.timer.is_due(now) {
            return Ok(());
        }
        if let Some((steps, time)) = self.timer.done(now) {
            let rate = steps as f64 / time.as_secs_f64().max(1e-9);
            tracing::info!("global_step/sec: {rate:.1}");
            if let Some(writer) = &self.writer {
                writer.add_scalar("global_step/sec", rate as f32, now);
            }
        }
        Ok(())
    }
}
