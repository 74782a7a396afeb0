//! Checkpoints while training goes on.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use regatta_graph::Outlet;
use regatta_status::{Code, Result, internal};

use super::{
    Hook, StepRequest, StepResult,
    timer::{Every, Timer},
};
use crate::{
    graph::Graph,
    saver::Saver,
    session::Session,
    session_manager::is_recoverable,
    summary::{SessionEvent, SummaryWriter},
};

/// How long a save that training did not wait for may still take when training ends badly, and how often it is looked.
const GRACE: Duration = Duration::from_secs(10);
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Saves the variables from time to time, and at the end.
///
/// A thread of its own writes the files, so that no step waits for a disk; a save that falls due while the one before is still
/// being written is left out. One that fails ends training with its error.
pub struct CheckpointSaverHook {
    prefix: PathBuf,
    saver: Arc<Saver>,
    timer: Timer,
    writer: Option<Arc<SummaryWriter>>,
    global_step: Option<Outlet>,
    saving: Option<JoinHandle<Result<()>>>,
}

impl CheckpointSaverHook {
    /// Saves as `DIR/model.ckpt-STEP`.
    pub fn new(dir: &Path, saver: Arc<Saver>, every: Every) -> CheckpointSaverHook {
        CheckpointSaverHook {
            prefix: dir.join("model.ckpt"),
            saver,
            timer: Timer::new(every),
            writer: None,
            global_step: None,
            saving: None,
        }
    }

    /// Notes every checkpoint in the event file too.
    pub fn summary_writer(mut self, writer: Arc<SummaryWriter>) -> CheckpointSaverHook {
        self.writer = Some(writer);
        self
    }

    fn save(&self, session: &Session, step: i64) -> Result<()> {
        write(&self.saver, session, &self.prefix, step, self.writer.as_deref())
    }

    /// What came of the save that was begun last: waits for it, or looks whether it has ended.
    fn collect(&mut self, wait: bool) -> Result<()> {
        match self.saving.take() {
            Some(saving) if wait || saving.is_finished() => {
                let saved = saving.join();
                match saved.unwrap_or_else(|_| Err(internal("the thread that saves checkpoints has panicked"))) {
                    // Its session was lost while it saved; the next one saves again.
                    Err(status) if is_recoverable(&status) || status.code == Code::Cancelled => {
                        tracing::warn!("{status}");
                        self.timer.forget();
                        Ok(())
                    }
                    other => other,
                }
            }
            still => {
                self.saving = still;
                Ok(())
            }
        }
    }
}

fn write(saver: &Saver, session: &Session, prefix: &Path, step: i64, writer: Option<&SummaryWriter>) -> Result<()> {
    let path = saver.save_as_sent(session, prefix, Some(step))?;
    tracing::info!("saved {}", path.display());
    if let Some(writer) = writer {
        writer.add_session_log(SessionEvent::Checkpoint(path.display().to_string()), step);
    }
    Ok(())
}

/// A process that ends meanwhile would leave half of its files behind.
impl Drop for CheckpointSaverHook {
    fn drop(&mut self) {
        let until = Instant::now() + GRACE;
        while self.saving.as_ref().is_some_and(|saving| !saving.is_finished()) && Instant::now() < until {
            thread::sleep(LOOK_EVERY);
        }
    }
}

impl Hook for CheckpointSaverHook {
    fn begin(&mut self, g: &mut Graph) -> Result<()> {
        self.global_step = Some(g.global_step_value()?);
        Ok(())
    }

    fn before_run(&mut self) -> Result<StepRequest> {
        Ok(StepRequest::fetch(self.global_step.clone()))
    }

    fn after_run(&mut self, step: &mut StepResult<'_>) -> Result<()> {
        self.collect(false)?;
        let now = step.values[0].single::<i64>()?;
        if self.saving.is_some() || !self.timer.is_due(now) {
            return Ok(());
        }
        self.timer.done(now);
        let (saver, session, prefix) = (self.saver.clone(), step.session.clone(), self.prefix.clone());
        let writer = self.writer.clone();
        let thread = thread::Builder::new().name("checkpoints".to_owned());
        let thread = thread.spawn(move || write(&saver, &session, &prefix, now, writer.as_deref()));
        self.saving = Some(thread.map_err(|e| internal(format!("cannot start a thread to save checkpoints: {e}")))?);
        Ok(())
    }

    fn end(&mut self, session: &Arc<Session>) -> Result<()> {
        self.collect(true)?;
        let Some(global_step) = &self.global_step else { return Ok(()) };
        let now = session.step_as_sent().fetch(global_step).run()?[0].single::<i64>()?;
        match self.timer.last_step() == Some(now) {
            true => Ok(()),
            false => self.save(session, now),
        }
    }
}
