//! How a worker comes to a session with variables that have values.
//!
//! ```text
//! chief    open ── all have values? ── yes ─────────────────────────► go on from what the parameter servers hold
//!                        └── no ── a checkpoint? ── yes ── restore ─► go on from there
//!                                       └── no ── initialise ───────► begin
//! others   open ── all have values? ── yes ─────────────────────────► go on
//!                        └── no ── look again in a moment, until the chief has done it or patience ends
//! ```
//!
//! A chief that was restarted finds the variables as the others have trained them meanwhile, which is newer than any
//! checkpoint. (TensorFlow's chief restores over them.) Only where a parameter server has lost its own, all are restored.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use regatta_cluster::SessionConfig;
use regatta_graph::Outlet;
use regatta_status::{Code, Result, Status, cancelled, deadline_exceeded};

use crate::{coordinator::Coordinator, graph::Graph, saver::Saver, session::Session};

/// How often those look who wait for the chief.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How long a step may take that looks at the variables, or gives them their first values.
const STEP_TIMEOUT: Duration = Duration::from_secs(600);
/// How often they say so.
const REPORT_EVERY: Duration = Duration::from_secs(10);

/// Opens sessions for a worker.
pub(crate) struct SessionManager {
    pub target: String,
    pub config: SessionConfig,
    pub is_chief: bool,
    /// Where checkpoints are looked for, and who reads them.
    pub checkpoints: Option<(PathBuf, Arc<Saver>)>,
    /// How long to wait for tasks that cannot be reached, and for the chief.
    pub patience: Duration,
    /// Asked to stop, it waits for nobody any more.
    pub stop: Coordinator,
    init: Outlet,
    local_init: Outlet,
    missing: Outlet,
    global_step: Outlet,
}

impl SessionManager {
    /// Adds to the graph what it needs.
    pub fn new(g: &mut Graph, target: &str, is_chief: bool, init: Option<&Outlet>) -> Result<SessionManager> {
        let global_step = g.global_step_value()?;
        let init = match init {
            Some(init) => init.clone(),
            None => g.global_variables_initializer()?,
        };
        Ok(SessionManager {
            target: target.to_owned(),
            config: SessionConfig::default(),
            is_chief,
            checkpoints: None,
            patience: Duration::from_secs(600),
            stop: Coordinator::new(),
            init,
            local_init: g.local_variables_initializer()?,
            missing: g.report_uninitialized_variables()?,
            global_step,
        })
    }

    /// A session in which all variables have values.
    pub fn open(&self, g: &mut Graph) -> Result<Arc<Session>> {
        self.open_on(&self.target, g)
    }

    /// As [`SessionManager::open`], on another master.
    pub fn open_on(&self, target: &str, g: &mut Graph) -> Result<Arc<Session>> {
        let until = Instant::now() + self.patience;
        let mut reported = Instant::now();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let should_stop = || self.stop.should_stop();
            let opened = Session::open(target, self.config.clone(), Some(left), should_stop).and_then(|session| {
                session.send(g)?;
                match self.is_chief {
                    true => self.prepare(&session, g)?,
                    false => self.wait_for_chief(&session, until, &mut reported)?,
                }
                session.step_as_sent().op(&self.local_init).timeout(STEP_TIMEOUT).run()?;
                Ok(session)
            });
            match opened {
                Ok(session) => return Ok(Arc::new(session)),
                Err(status) if is_recoverable(&status) && Instant::now() < until => {
                    if reported.elapsed() > REPORT_EVERY {
                        reported = Instant::now();
                        tracing::warn!("still without a session: {status}");
                    }
                    self.stop.wait_for_stop(LOOK_EVERY);
                }
                Err(status) => return Err(status),
            }
        }
    }

    fn prepare(&self, session: &Session, g: &mut Graph) -> Result<()> {
        let found = self.missing(session)?;
        if found.is_empty() {
            let step = self.global_step(session)?;
            tracing::info!("the variables have values: going on from global step {step}");
            return Ok(());
        }
        let latest = match &self.checkpoints {
            Some((dir, saver)) => regatta_formats::latest_checkpoint(dir)?.map(|path| (path, saver)),
            None => None,
        };
        match latest {
            Some((path, saver)) => {
                saver.restore(session, g, &path)?;
                tracing::info!("restored {}: global step {}", path.display(), self.global_step(session)?);
            }
            None => {
                session.step_as_sent().op(&self.init).timeout(STEP_TIMEOUT).run()?;
                tracing::info!("initialised the variables");
            }
        }
        Ok(())
    }

    fn wait_for_chief(&self, session: &Session, until: Instant, reported: &mut Instant) -> Result<()> {
        loop {
            let missing = self.missing(session)?;
            if missing.is_empty() {
                return Ok(());
            }
            if Instant::now() >= until {
                return Err(deadline_exceeded(format!(
                    "the chief (worker 0) has not given the variables their first values after {:.0?}; still without: {}",
                    self.patience,
                    some(&missing)
                )));
            }
            if reported.elapsed() > REPORT_EVERY {
                *reported = Instant::now();
                tracing::warn!("waiting for the chief (worker 0) to initialise {}", some(&missing));
            }
            if self.stop.wait_for_stop(LOOK_EVERY) {
                return Err(cancelled("asked to stop while waiting for the chief (worker 0)"));
            }
        }
    }

    fn missing(&self, session: &Session) -> Result<Vec<String>> {
        let names = session.step_as_sent().fetch(&self.missing).timeout(STEP_TIMEOUT).run()?;
        Ok(names[0].as_strings()?.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect())
    }

    pub fn global_step(&self, session: &Session) -> Result<i64> {
        session.step_as_sent().fetch(&self.global_step).timeout(STEP_TIMEOUT).run()?[0].single::<i64>()
    }
}

/// Whether a session that ended so may be opened again: a task could not be reached, or has lost what it knew.
pub(crate) fn is_recoverable(status: &Status) -> bool {
    matches!(status.code, Code::Aborted | Code::Unavailable)
}

/// Closes a session with which all is done. A master that is gone has lost nothing that anybody wants.
pub(crate) fn close(session: &Session) -> Result<()> {
    match session.close() {
        Err(status) if is_recoverable(&status) => {
            tracing::warn!("the session could not be closed, and has ended all the same: {status}");
            Ok(())
        }
        closed => closed,
    }
}

fn some(names: &[String]) -> String {
    match names {
        [first, second, third, rest @ ..] if rest.len() > 1 => {
            format!("{first}, {second}, {third} and {} more", rest.len())
        }
        _ => names.join(", "),
    }
}
