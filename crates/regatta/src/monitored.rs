//! Monitored sessions: training that looks after itself.
//!
//! ```no_run
//! # use regatta::*;
//! # fn f(mut g: Graph, train: Outlet, loss: Outlet, target: &str, task_index: usize) -> Result<()> {
//! let mut session = MonitoredTrainingSession::on(target)
//!     .is_chief(task_index == 0)
//!     .checkpoint_dir("checkpoints")
//!     .hook(hooks::StopAtStepHook::at(10_000))
//!     .hook(hooks::NanTensorHook::new(&loss))
//!     .start(g)?;
//! while !session.should_stop() {
//!     session.step().op(&train).fetch(&loss).run()?;
//! }
//! session.close()
//! # }
//! ```
//!
//! The chief gives the variables their first values or restores them, the others wait for that (`session_manager.rs`). A step
//! that fails because a task went away is run again in a new session, when there is one. The graph is complete when the session
//! begins: hooks add to it before, nobody afterwards.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use regatta_cluster::SessionConfig;
use regatta_graph::Outlet;
use regatta_status::{Code, Result, internal};
use regatta_tensor::Tensor;

use crate::{
    coordinator::Coordinator,
    graph::Graph,
    hooks::{CheckpointSaverHook, Every, Hook, StepCounterHook, StepRequest, StepResult, SummarySaverHook},
    saver::Saver,
    session::Session,
    session_manager::{SessionManager, close, is_recoverable},
    summary::SummaryWriter,
    timeline::RunMetadata,
};

/// How long the threads of a session may take to end.
const GRACE: Duration = Duration::from_secs(30);

/// What a monitored session is to be: TensorFlow's `MonitoredTrainingSession`.
#[must_use = "the session begins with `start`"]
pub struct MonitoredTrainingSession {
    target: String,
    is_chief: bool,
    checkpoint_dir: Option<PathBuf>,
    summary_dir: Option<PathBuf>,
    saver: Option<Saver>,
    init: Option<Outlet>,
    hooks: Vec<Box<dyn Hook>>,
    chief_only_hooks: Vec<Box<dyn Hook>>,
    save_checkpoint: Option<Every>,
    save_summaries: Option<Every>,
    log_step_count: Option<Every>,
    config: SessionConfig,
    patience: Duration,
    stop: Coordinator,
}

impl MonitoredTrainingSession {
    /// A session on the master at `grpc://host:port`, by default as the chief, without checkpoints.
    pub fn on(target: &str) -> MonitoredTrainingSession {
        MonitoredTrainingSession {
            target: target.to_owned(),
            is_chief: true,
            checkpoint_dir: None,
            summary_dir: None,
            saver: None,
            init: None,
            hooks: Vec::new(),
            chief_only_hooks: Vec::new(),
            save_checkpoint: Some(Every::seconds(600)),
            save_summaries: Some(Every::Steps(100)),
            log_step_count: Some(Every::Steps(100)),
            config: SessionConfig::default(),
            patience: Duration::from_secs(600),
            stop: Coordinator::new(),
        }
    }

    /// Whether this worker initialises, restores and saves. There must be one in a cluster.
    pub fn is_chief(self, is_chief: bool) -> Self {
        Self { is_chief, ..self }
    }

    /// Where the chief keeps checkpoints and event files, and looks for the checkpoint to go on from.
    pub fn checkpoint_dir(self, dir: impl Into<PathBuf>) -> Self {
        Self { checkpoint_dir: Some(dir.into()), ..self }
    }

    /// Where the chief keeps event files, if it is not where its checkpoints are, or if there are none.
    pub fn summary_dir(self, dir: impl Into<PathBuf>) -> Self {
        Self { summary_dir: Some(dir.into()), ..self }
    }

    /// Saves and restores with this saver, and not one of its own.
    pub fn saver(self, saver: Saver) -> Self {
        Self { saver: Some(saver), ..self }
    }

    /// What gives the variables their first values, if it is not all their initializers.
    pub fn init_op(self, init: &Outlet) -> Self {
        Self { init: Some(init.clone()), ..self }
    }

    /// Takes part in the steps of this worker.
    pub fn hook(mut self, hook: impl Hook + 'static) -> Self {
        self.hooks.push(Box::new(hook));
        self
    }

    /// Takes part in the steps of the chief.
    pub fn chief_only_hook(mut self, hook: impl Hook + 'static) -> Self {
        self.chief_only_hooks.push(Box::new(hook));
        self
    }

    /// How often checkpoints are saved (600 seconds); `None` means never.
    pub fn save_checkpoint(self, every: Option<Every>) -> Self {
        Self { save_checkpoint: every, ..self }
    }

    /// How often summaries are written (100 steps); `None` means never.
    pub fn save_summaries(self, every: Option<Every>) -> Self {
        Self { save_summaries: every, ..self }
    }

    /// How often the rate of steps is logged (100 steps); `None` means never.
    pub fn log_step_count(self, every: Option<Every>) -> Self {
        Self { log_step_count: every, ..self }
    }

    /// How sessions are opened. With device filters such as `/job:ps` and `/job:worker/task:1` a worker does not depend on the
    /// others.
    pub fn config(self, config: SessionConfig) -> Self {
        Self { config, ..self }
    }

    /// How long to wait for tasks that cannot be reached, and for the chief (ten minutes).
    pub fn patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Who else may ask for the end: when this coordinator is asked to stop, the session [should
    /// stop](MonitoredSession::should_stop), and a step that waits for lost tasks ends with `CANCELLED`.
    pub fn stop_with(self, coordinator: &Coordinator) -> Self {
        Self { stop: coordinator.clone(), ..self }
    }

    /// Completes the graph and opens the session.
    pub fn start(self, mut graph: Graph) -> Result<MonitoredSession> {
        let g = &mut graph;
        let mut manager = SessionManager::new(g, &self.target, self.is_chief, self.init.as_ref())?;
        manager.config = self.config;
        manager.patience = self.patience;
        manager.stop = self.stop;
        let mut hooks = self.hooks;
        let mut writer = None;
        if let Some(dir) = self.summary_dir.as_ref().or(self.checkpoint_dir.as_ref()).filter(|_| self.is_chief) {
            let events = Arc::new(SummaryWriter::new(dir)?);
            if let Some(every) = self.log_step_count {
                hooks.push(Box::new(StepCounterHook::new(every, Some(events.clone()))));
            }
            if let Some(every) = self.save_summaries {
                hooks.push(Box::new(SummarySaverHook::new(events.clone(), every)));
            }
            writer = Some(events);
        }
        if let Some(dir) = self.checkpoint_dir.filter(|_| self.is_chief) {
            let saver = match self.saver {
                Some(saver) => saver,
                None => Saver::builder().build(g)?,
            };
            let saver = Arc::new(saver);
            manager.checkpoints = Some((dir.clone(), saver.clone()));
            if let Some(every) = self.save_checkpoint {
                let hook = CheckpointSaverHook::new(&dir, saver, every);
                hooks.push(Box::new(match &writer {
                    Some(events) => hook.summary_writer(events.clone()),
                    None => hook,
                }));
            }
        }
        if self.is_chief {
            hooks.extend(self.chief_only_hooks);
        }
        for hook in &mut hooks {
            hook.begin(g)?;
        }
        // The graph is complete now.
        if let Some(writer) = &writer {
            writer.add_graph(g)?;
        }
        if let Some((_, saver)) = &manager.checkpoints {
            saver.remember_graph(g)?;
        }
        let mut session = MonitoredSession { graph, manager, hooks, live: None, stop: false, _writer: writer };
        session.live()?;
        Ok(session)
    }
}

/// A session that recovers, with hooks. See [`MonitoredTrainingSession`].
pub struct MonitoredSession {
    graph: Graph,
    manager: SessionManager,
    hooks: Vec<Box<dyn Hook>>,
    live: Option<Live>,
    stop: bool,
    /// Written to the end by whoever holds it last.
    _writer: Option<Arc<SummaryWriter>>,
}

/// A session that has not been lost yet, and the threads that use it.
struct Live {
    session: Arc<Session>,
    threads: Coordinator,
}

impl MonitoredSession {
    /// Whether training is over: a hook or somebody else said so, the data ended, or a thread failed.
    pub fn should_stop(&self) -> bool {
        self.stop
            || self.manager.stop.should_stop()
            || self.live.as_ref().is_some_and(|live| live.threads.should_stop())
    }

    /// Asks for the end.
    pub fn request_stop(&mut self) {
        self.stop = true;
    }

    /// Begins a step.
    pub fn step(&mut self) -> MonitoredStep<'_> {
        MonitoredStep { monitored: self, feeds: Vec::new(), fetches: Vec::new(), targets: Vec::new() }
    }

    /// The session below, for steps without hooks, such as an evaluation. It is another one after a recovery.
    pub fn session(&mut self) -> Result<Arc<Session>> {
        Ok(self.live()?.session.clone())
    }

    /// The number of training steps so far, of all workers.
    pub fn global_step(&mut self) -> Result<i64> {
        let session = self.session()?;
        self.manager.global_step(&session)
    }

    /// Ends training: hooks do what they do at the end, the last checkpoint among it, and the session is closed.
    pub fn close(mut self) -> Result<()> {
        let session = self.session()?;
        // In reverse, as scopes end: the last checkpoint before those who then let the parameter servers go.
        for hook in self.hooks.iter_mut().rev() {
            hook.end(&session)?;
        }
        match self.live.take() {
            Some(live) => live.end(),
            None => Ok(()),
        }
    }

    /// The session, opened again if it was lost.
    fn live(&mut self) -> Result<&Live> {
        if self.live.is_none() {
            let session = self.manager.open(&mut self.graph)?;
            let threads = Coordinator::new();
            for runner in self.graph.queue_runners() {
                runner.start(&session, &threads)?;
            }
            for hook in &mut self.hooks {
                hook.after_create_session(&session)?;
            }
            self.live = Some(Live { session, threads });
        }
        self.live.as_ref().ok_or_else(|| internal("a session that was opened is there"))
    }
}

impl Live {
    fn end(self) -> Result<()> {
        self.threads.request_stop();
        let closed = close(&self.session);
        self.threads.join(GRACE)?;
        closed
    }
}

/// A step of a monitored session, about to be run.
#[must_use = "a step is run by `run`"]
pub struct MonitoredStep<'a> {
    monitored: &'a mut MonitoredSession,
    feeds: Vec<(Outlet, Tensor)>,
    fetches: Vec<Outlet>,
    targets: Vec<Outlet>,
}

impl MonitoredStep<'_> {
    /// Uses this value for a tensor.
    pub fn feed(mut self, tensor: &Outlet, value: Tensor) -> Self {
        self.feeds.push((tensor.clone(), value));
        self
    }

    /// Answers this tensor's value.
    pub fn fetch(mut self, tensor: &Outlet) -> Self {
        self.fetches.push(tensor.clone());
        self
    }

    /// Runs this node, whatever it gives.
    pub fn op(mut self, node: &Outlet) -> Self {
        self.targets.push(node.clone());
        self
    }

    /// Runs the step, again if a task went away; the values are those of the fetched tensors, in order.
    ///
    /// After `OUT_OF_RANGE`, the end of the data, the session [should stop](MonitoredSession::should_stop).
    pub fn run(self) -> Result<Vec<Tensor>> {
        let MonitoredStep { monitored, feeds, fetches, targets } = self;
        monitored.run(&Wish { feeds, fetches, targets })
    }
}

/// What a program wants of a step.
struct Wish {
    feeds: Vec<(Outlet, Tensor)>,
    fetches: Vec<Outlet>,
    targets: Vec<Outlet>,
}

impl MonitoredSession {
    fn run(&mut self, wish: &Wish) -> Result<Vec<Tensor>> {
        let until = Instant::now() + self.manager.patience;
        loop {
            match self.attempt(wish) {
                Err(status) if is_recoverable(&status) && Instant::now() < until => {
                    tracing::warn!("the session is lost and opened again: {status}");
                    self.lose();
                }
                Err(status) => {
                    self.stop |= status.code == Code::OutOfRange;
                    return Err(status);
                }
                values => return values,
            }
        }
    }

    /// Runs a step with what the hooks want of it.
    fn attempt(&mut self, wish: &Wish) -> Result<Vec<Tensor>> {
        let session = self.session()?;
        let requests = self.hooks.iter_mut().map(|hook| hook.before_run()).collect::<Result<Vec<StepRequest>>>()?;
        let mut fetches = Fetches::default();
        let own = fetches.places(&wish.fetches);
        let theirs: Vec<Vec<usize>> = requests.iter().map(|request| fetches.places(&request.fetches)).collect();
        let feeds = wish.feeds.iter().chain(requests.iter().flat_map(|request| &request.feeds));
        let step = session.step_as_sent().fetch_all(&fetches.tensors);
        let step = feeds.fold(step, |step, (tensor, value)| step.feed(tensor, value.clone()));
        let step = wish.targets.iter().fold(step, |step, target| step.op(target));
        let (values, metadata): (Vec<Tensor>, Option<RunMetadata>) = match requests.iter().any(|request| request.trace)
        {
            true => step.run_traced().map(|(values, metadata)| (values, Some(metadata)))?,
            false => (step.run()?, None),
        };
        let pick = |places: &[usize]| places.iter().map(|place| values[*place].clone()).collect::<Vec<Tensor>>();
        for (hook, places) in self.hooks.iter_mut().zip(&theirs) {
            let values = pick(places);
            let (metadata, stop) = (metadata.as_ref(), &mut self.stop);
            hook.after_run(&mut StepResult { values: &values, metadata, session: &session, stop })?;
        }
        Ok(pick(&own))
    }

    /// Lets go of a session that is lost; nobody waits for its tasks to agree.
    fn lose(&mut self) {
        if let Some(live) = self.live.take() {
            live.threads.request_stop();
            std::thread::spawn(move || {
                let _ = live.end();
            });
        }
    }
}

impl Drop for MonitoredSession {
    fn drop(&mut self) {
        self.lose();
    }
}

/// The tensors of a step, each once.
#[derive(Default)]
struct Fetches {
    tensors: Vec<Outlet>,
}

impl Fetches {
    /// Where the values of these will be.
    fn places(&mut self, wanted: &[Outlet]) -> Vec<usize> {
        wanted.iter().map(|tensor| self.place(tensor)).collect()
    }

    fn place(&mut self, tensor: &Outlet) -> usize {
        let name = tensor.name();
        let known = self.tensors.iter().position(|known| known.name() == name);
        known.unwrap_or_else(|| {
            self.tensors.push(tensor.clone());
            self.tensors.len() - 1
        })
    }
}
