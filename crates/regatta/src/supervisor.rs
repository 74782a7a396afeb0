//! A supervisor: what programs used before monitored sessions.
//!
//! ```no_run
//! # use regatta::*;
//! # fn f(mut g: Graph, train: Outlet, target: &str, task_index: usize) -> Result<()> {
//! let supervisor = Supervisor::new(task_index == 0).logdir("train_logs").save_model_secs(600).build(&mut g)?;
//! let session = supervisor.prepare_or_wait_for_session(target, &mut g)?;
//! while !supervisor.should_stop() {
//!     session.step_as_sent().op(&train).run()?;
//! }
//! supervisor.stop(&session)
//! # }
//! ```
//!
//! The chief's supervisor saves checkpoints, writes summaries and counts steps in threads of its own, beside the program's
//! steps. It does not open a lost session again: the program, or whoever starts it, does.

use std::{path::PathBuf, sync::Arc, time::Duration};

use regatta_cluster::SessionConfig;
use regatta_graph::Outlet;
use regatta_status::{Code, Result, Status};

use crate::{
    coordinator::Coordinator,
    graph::Graph,
    saver::Saver,
    session::Session,
    session_manager::{SessionManager, close, is_recoverable},
    summary::{self, SessionEvent, SummaryWriter},
};

/// How long the threads of a supervisor may take to end.
const GRACE: Duration = Duration::from_secs(120);

/// What a supervisor is to be.
#[must_use = "a supervisor is made by `build`"]
pub struct SupervisorBuilder {
    is_chief: bool,
    logdir: Option<PathBuf>,
    init: Option<Outlet>,
    summary: Option<Outlet>,
    saver: Option<Saver>,
    save_model: Duration,
    save_summaries: Duration,
    config: SessionConfig,
    patience: Duration,
}

impl SupervisorBuilder {
    /// Where the chief keeps checkpoints and event files, and looks for the checkpoint to go on from.
    pub fn logdir(self, dir: impl Into<PathBuf>) -> Self {
        Self { logdir: Some(dir.into()), ..self }
    }

    /// What gives the variables their first values, if it is not all their initializers.
    pub fn init_op(self, init: &Outlet) -> Self {
        Self { init: Some(init.clone()), ..self }
    }

    /// Writes this summary, and not all that the graph has.
    pub fn summary_op(self, summary: &Outlet) -> Self {
        Self { summary: Some(summary.clone()), ..self }
    }

    /// Saves and restores with this saver, and not one of its own.
    pub fn saver(self, saver: Saver) -> Self {
        Self { saver: Some(saver), ..self }
    }

    /// How often checkpoints are saved: 600 seconds if nothing is said, never if it is 0.
    pub fn save_model_secs(self, seconds: u64) -> Self {
        Self { save_model: Duration::from_secs(seconds), ..self }
    }

    /// How often summaries are written: 120 seconds if nothing is said, never if it is 0.
    pub fn save_summaries_secs(self, seconds: u64) -> Self {
        Self { save_summaries: Duration::from_secs(seconds), ..self }
    }

    /// How sessions are opened.
    pub fn config(self, config: SessionConfig) -> Self {
        Self { config, ..self }
    }

    /// How long to wait for tasks that cannot be reached, and for the chief (ten minutes).
    pub fn patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Adds to the graph what the supervisor needs; nothing may be added later.
    pub fn build(self, g: &mut Graph) -> Result<Supervisor> {
        let global_step = g.global_step_value()?;
        let summary = match self.summary {
            Some(summary) => Some(summary),
            None => summary::merge_all(g)?,
        };
        let mut manager = SessionManager::new(g, "", self.is_chief, self.init.as_ref())?;
        manager.config = self.config;
        manager.patience = self.patience;
        let coordinator = Coordinator::new();
        manager.stop = coordinator.clone();
        let mut services = None;
        if let Some(dir) = self.logdir.filter(|_| self.is_chief) {
            let saver = match self.saver {
                Some(saver) => saver,
                None => Saver::builder().build(g)?,
            };
            let saver = Arc::new(saver);
            manager.checkpoints = Some((dir.clone(), saver.clone()));
            let writer = Arc::new(SummaryWriter::new(&dir)?);
            writer.add_graph(g)?;
            saver.remember_graph(g)?;
            services = Some(Services { prefix: dir.join("model.ckpt"), saver, writer, global_step, summary });
        }
        Ok(Supervisor {
            manager,
            services,
            save_model: self.save_model,
            save_summaries: self.save_summaries,
            coordinator,
        })
    }
}

/// Looks after a training program: TensorFlow's `Supervisor`.
pub struct Supervisor {
    manager: SessionManager,
    services: Option<Services>,
    save_model: Duration,
    save_summaries: Duration,
    coordinator: Coordinator,
}

/// What the chief does beside its steps.
#[derive(Clone)]
struct Services {
    prefix: PathBuf,
    saver: Arc<Saver>,
    writer: Arc<SummaryWriter>,
    global_step: Outlet,
    summary: Option<Outlet>,
}

impl Supervisor {
    /// A supervisor of the chief, or of another worker.
    #[allow(clippy::new_ret_no_self)] // There is something to say before it is made.
    pub fn new(is_chief: bool) -> SupervisorBuilder {
        SupervisorBuilder {
            is_chief,
            logdir: None,
            init: None,
            summary: None,
            saver: None,
            save_model: Duration::from_secs(600),
            save_summaries: Duration::from_secs(120),
            config: SessionConfig::default(),
            patience: Duration::from_secs(600),
        }
    }

    /// A session in which all variables have values: the chief's initialises or restores them, the others' waits for that.
    /// Queue runners of the graph and, for the chief, the threads that save are started.
    pub fn prepare_or_wait_for_session(&self, target: &str, g: &mut Graph) -> Result<Arc<Session>> {
        let session = self.manager.open_on(target, g)?;
        for runner in g.queue_runners() {
            runner.start(&session, &self.coordinator)?;
        }
        if let Some(services) = &self.services {
            services.writer.add_session_log(SessionEvent::Start, services.step(&session)?);
            self.every("checkpoints", self.save_model, &session, services, Services::save)?;
            if services.summary.is_some() {
                self.every("summaries", self.save_summaries, &session, services, Services::summarize)?;
            }
        }
        Ok(session)
    }

    /// Whether a thread has failed or somebody has asked for the end.
    pub fn should_stop(&self) -> bool {
        self.coordinator.should_stop()
    }

    /// Asks for the end.
    pub fn request_stop(&self) {
        self.coordinator.request_stop();
    }

    /// Runs threads that end with the supervisor.
    pub fn coordinator(&self) -> &Coordinator {
        &self.coordinator
    }

    /// Ends: waits for the threads, saves for the last time if this is the chief, and closes the session.
    pub fn stop(&self, session: &Arc<Session>) -> Result<()> {
        self.coordinator.request_stop();
        let joined = self.coordinator.join(GRACE);
        if let (Ok(()), Some(services)) = (&joined, &self.services) {
            if !self.save_model.is_zero() {
                services.save(session)?;
            }
            services.writer.add_session_log(SessionEvent::Stop, services.step(session)?);
            services.writer.flush()?;
        }
        close(session)?;
        joined
    }

    fn every(
        &self,
        name: &str,
        period: Duration,
        session: &Arc<Session>,
        services: &Services,
        work: fn(&Services, &Session) -> Result<()>,
    ) -> Result<()> {
        if period.is_zero() {
            return Ok(());
        }
        let (session, services) = (session.clone(), services.clone());
        self.coordinator.spawn(name, move |coordinator| {
            while !coordinator.wait_for_stop(period) {
                match work(&services, &session) {
                    // The program hears of a lost session by its own steps.
                    Err(status) if is_recoverable(&status) || is_for_want_of_feeds(&status) => {
                        tracing::warn!("not done this time: {status}");
                    }
                    other => other?,
                }
            }
            Ok(())
        })
    }
}

impl Services {
    fn step(&self, session: &Session) -> Result<i64> {
        session.step_as_sent().fetch(&self.global_step).run()?[0].single::<i64>()
    }

    fn save(&self, session: &Session) -> Result<()> {
        let step = self.step(session)?;
        let path = self.saver.save_as_sent(session, &self.prefix, Some(step))?;
        self.writer.add_session_log(SessionEvent::Checkpoint(path.display().to_string()), step);
        Ok(())
    }

    fn summarize(&self, session: &Session) -> Result<()> {
        let Some(summary) = &self.summary else { return Ok(()) };
        let found = session.step_as_sent().fetch(summary).fetch(&self.global_step).run()?;
        match found[0].as_strings()? {
            [bytes] => self.writer.add_summary(bytes, found[1].single::<i64>()?),
            _ => Ok(()),
        }
    }
}

/// Summaries of what must be fed can only be written by the program itself.
fn is_for_want_of_feeds(status: &Status) -> bool {
    status.code == Code::InvalidArgument && status.message.contains("must feed a value")
}
