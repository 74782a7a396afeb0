//! Where the time goes.

use std::path::{Path, PathBuf};

use regatta_graph::Outlet;
use regatta_status::{Result, internal};

use super::{
    Hook, StepRequest, StepResult,
    timer::{Every, Timer},
};
use crate::graph::Graph;

/// Notes from time to time when every node of a step ran on every task, and writes it as a file for `chrome://tracing` or
/// Perfetto: `timeline-STEP.json`.
pub struct ProfilerHook {
    dir: PathBuf,
    timer: Timer,
    global_step: Option<Outlet>,
    /// The last step that was seen.
    seen: i64,
    wanted: bool,
}

impl ProfilerHook {
    /// Writes below this directory.
    pub fn new(dir: &Path, every: Every) -> ProfilerHook {
        ProfilerHook { dir: dir.to_owned(), timer: Timer::new(every), global_step: None, seen: 0, wanted: false }
    }
}

impl Hook for ProfilerHook {
    fn begin(&mut self, g: &mut Graph) -> Result<()> {
        self.global_step = Some(g.global_step_value()?);
        std::fs::create_dir_all(&self.dir).map_err(|error| internal(format!("{}: {error}", self.dir.display())))
    }

    fn before_run(&mut self) -> Result<StepRequest> {
        self.wanted = self.timer.is_due(self.seen);
        Ok(StepRequest { trace: self.wanted, ..StepRequest::fetch(self.global_step.clone()) })
    }

    fn after_run(&mut self, step: &mut StepResult<'_>) -> Result<()> {
        self.seen = step.values[0].single::<i64>()?;
        let (true, Some(metadata)) = (self.wanted, step.metadata) else { return Ok(()) };
        let path = self.dir.join(format!("timeline-{}.json", self.seen));
        regatta_formats::write_atomically(&path, metadata.chrome_trace().as_bytes())?;
        self.timer.done(self.seen);
        Ok(())
    }
}
