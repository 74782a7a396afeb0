//! The end after so many steps.

use std::sync::Arc;

use regatta_graph::Outlet;
use regatta_status::Result;

use super::{Hook, StepRequest, StepResult};
use crate::{graph::Graph, session::Session};

/// Ends training at a global step, which all workers count together.
pub struct StopAtStepHook {
    last: Last,
    global_step: Option<Outlet>,
}

enum Last {
    Step(i64),
    /// So many more than there are when the session begins.
    More(i64),
}

impl StopAtStepHook {
    /// Ends when the global step has reached this number.
    pub fn at(last_step: i64) -> StopAtStepHook {
        StopAtStepHook { last: Last::Step(last_step), global_step: None }
    }

    /// Ends after so many more steps.
    pub fn after(num_steps: i64) -> StopAtStepHook {
        StopAtStepHook { last: Last::More(num_steps), global_step: None }
    }
}

impl Hook for StopAtStepHook {
    fn begin(&mut self, g: &mut Graph) -> Result<()> {
        self.global_step = Some(g.global_step_value()?);
        Ok(())
    }

    fn after_create_session(&mut self, session: &Arc<Session>) -> Result<()> {
        if let (Last::More(steps), Some(global_step)) = (&self.last, &self.global_step) {
            let now = session.step_as_sent().fetch(global_step).run()?[0].single::<i64>()?;
            self.last = Last::Step(now + steps);
        }
        Ok(())
    }

    fn before_run(&mut self) -> Result<StepRequest> {
        Ok(StepRequest::fetch(self.global_step.clone()))
    }

    fn after_run(&mut self, step: &mut StepResult<'_>) -> Result<()> {
        let (Last::Step(last), Some(global_step)) = (&self.last, &self.global_step) else { return Ok(()) };
        let mut seen = step.values[0].single::<i64>()?;
        // It was read while the step ran, so that it may be the number before: the last step need not be waited for twice.
        if seen + 1 == *last {
            seen = step.session.step_as_sent().fetch(global_step).run()?[0].single::<i64>()?;
        }
        if seen >= *last {
            step.request_stop();
        }
        Ok(())
    }
}
