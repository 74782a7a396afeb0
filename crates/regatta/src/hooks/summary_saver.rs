//! Summaries in event files.

use std::sync::Arc;

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{
    Hook, StepRequest, StepResult,
    timer::{Every, Timer},
};
use crate::{
    graph::Graph,
    session::Session,
    summary::{self, SessionEvent, SummaryWriter},
};

/// Writes the graph's summaries to the event file from time to time.
pub struct SummarySaverHook {
    writer: Arc<SummaryWriter>,
    timer: Timer,
    summary: Option<Outlet>,
    global_step: Option<Outlet>,
    /// The last step that was seen; `None` before the first.
    seen: Option<i64>,
    wanted: bool,
}

impl SummarySaverHook {
    /// Writes all summaries of the graph.
    pub fn new(writer: Arc<SummaryWriter>, every: Every) -> SummarySaverHook {
        let timer = Timer::new(every);
        SummarySaverHook { writer, timer, summary: None, global_step: None, seen: None, wanted: false }
    }

    /// Writes this summary instead of all.
    pub fn summary(self, summary: &Outlet) -> SummarySaverHook {
        SummarySaverHook { summary: Some(summary.clone()), ..self }
    }
}

impl Hook for SummarySaverHook {
    fn begin(&mut self, g: &mut Graph) -> Result<()> {
        self.global_step = Some(g.global_step_value()?);
        if self.summary.is_none() {
            self.summary = summary::merge_all(g)?;
        }
        Ok(())
    }

    fn before_run(&mut self) -> Result<StepRequest> {
        self.wanted = self.seen.is_none_or(|seen| self.timer.is_due(seen + 1));
        let summary = self.summary.iter().filter(|_| self.wanted);
        Ok(StepRequest::fetch(self.global_step.iter().chain(summary).cloned()))
    }

    fn after_run(&mut self, step: &mut StepResult<'_>) -> Result<()> {
        let now = step.values[0].single::<i64>()?;
        if self.seen.replace(now).is_none() {
            self.writer.add_session_log(SessionEvent::Start, now);
        }
        if !self.wanted {
            return Ok(());
        }
        self.timer.done(now);
        match step.values.get(1).map(|value| value.as_strings()).transpose()? {
            Some([summary]) => self.writer.add_summary(summary, now),
            _ => Ok(()),
        }
    }

    fn end(&mut self, _session: &Arc<Session>) -> Result<()> {
        self.writer.flush()
    }
}
