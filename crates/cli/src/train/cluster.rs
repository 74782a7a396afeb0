//! The tasks of a training run, as processes of this machine.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    net::TcpListener,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};

use crate::mnist::{Line, PsStrategy, Run};

/// How often it is looked whether somebody has asked to stop, and which tasks have ended.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How long tasks may take to end that have no more to do.
const GRACE: Duration = Duration::from_secs(60);
/// How many lines of the tasks may wait to be shown.
const LINES_MAX: usize = 1024;
/// How a failure begins on a task's standard error, and how many lines of it are told at most.
const FAILURE: &str = "regatta: ";
const FAILURE_LINES: usize = 20;
/// How often a cluster is started anew because another process was quicker to take a port.
const TRIES: usize = 3;

/// What is started.
pub struct Plan<'a> {
    pub run: &'a Run,
    pub run_dir: &'a Path,
    pub ps: usize,
    pub workers: usize,
    pub steps: i64,
    pub eval_every: i64,
    pub save_every: u64,
    pub profile_every: i64,
    pub worker_timeout: u64,
}

/// Something to look at.
pub enum Happening {
    /// A task has printed a line.
    Said(Line),
    /// Nothing, for a moment.
    Quiet,
}

/// The running tasks. Dropping it ends them.
pub struct Cluster {
    tasks: Vec<Task>,
    lines: Receiver<Heard>,
    /// When it was last looked which tasks have ended.
    looked: Instant,
    /// Whether the workers were asked to end.
    stopping: bool,
    /// When workers had all ended, from which the parameter servers have so long.
    workers_ended: Option<Instant>,
}

struct Task {
    name: String,
    role: Role,
    process: Child,
    /// The task stops when this is closed.
    lead: Option<ChildStdin>,
    /// Its log, and the thread that writes it and answers why the task failed.
    log: PathBuf,
    logging: Option<JoinHandle<String>>,
    ended: Option<ExitStatus>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    ParameterServer,
    /// The worker that saves.
    Chief,
    Worker,
}

/// What comes from a task's standard output.
enum Heard {
    Line(Line),
    Other(String),
}

impl Cluster {
    /// Starts the tasks and waits until all serve.
    pub fn start(plan: &Plan<'_>) -> Result<Cluster> {
        for _ in 1..TRIES {
            match Cluster::try_start(plan) {
                Err(error) if format!("{error:#}").contains("in use") => {}
                other => return other,
            }
        }
        Cluster::try_start(plan)
    }

    fn try_start(plan: &Plan<'_>) -> Result<Cluster> {
        let hosts = free_addresses(plan.ps + plan.workers)?;
        let (ps, workers) = hosts.split_at(plan.ps);
        let (sender, lines) = sync_channel(LINES_MAX);
        let mut cluster =
            Cluster { tasks: Vec::new(), lines, looked: Instant::now(), stopping: false, workers_ended: None };
        for (job, count) in [("ps", plan.ps), ("worker", plan.workers)] {
            for index in 0..count {
                let task = Task::start(plan, job, index, &ps.join(","), &workers.join(","), &sender)?;
                cluster.tasks.push(task);
            }
        }
        let mut listening = 0;
        let until = Instant::now() + GRACE;
        while listening < cluster.tasks.len() {
            match cluster.next()? {
                Some(Happening::Said(Line::Listening { .. })) => listening += 1,
                None => bail!("the tasks ended before they began"),
                _ if Instant::now() > until => bail!("the tasks do not serve after {GRACE:.0?}"),
                _ => {}
            }
        }
        Ok(cluster)
    }

    /// What happens next; `None` when all tasks have ended well. The first task that fails ends the others.
    pub fn next(&mut self) -> Result<Option<Happening>> {
        let heard = self.lines.recv_timeout(LOOK_EVERY);
        // Tasks that go on print so often that it is never quiet.
        if self.looked.elapsed() >= LOOK_EVERY {
            self.look()?;
        }
        match heard {
            Ok(Heard::Line(line)) => Ok(Some(Happening::Said(line))),
            Ok(Heard::Other(text)) => {
                tracing::debug!("a task printed: {text}");
                Ok(Some(Happening::Quiet))
            }
            // What the tasks said before they ended has been told.
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                let all_ended = self.tasks.iter().all(|task| task.ended.is_some());
                Ok((!all_ended).then_some(Happening::Quiet))
            }
        }
    }

    /// Asks the workers to end: the chief last, since what the others do after it has saved would be lost.
    pub fn stop_workers(&mut self) {
        self.stopping = true;
        self.stop(Role::Worker);
    }

    /// Notes which tasks have ended, and asks those to end that are there for them.
    fn look(&mut self) -> Result<()> {
        self.looked = Instant::now();
        for task in &mut self.tasks {
            task.look()?;
        }
        let workers_run = self.runs(Role::Worker);
        if self.stopping && !workers_run {
            self.stop(Role::Chief);
        }
        if workers_run || self.runs(Role::Chief) || !self.runs(Role::ParameterServer) {
            return Ok(());
        }
        // They end by themselves when all workers have finished, but not when a worker was interrupted.
        self.stop(Role::ParameterServer);
        if self.workers_ended.get_or_insert_with(Instant::now).elapsed() > GRACE {
            let late = self.tasks.iter().filter(|task| task.ended.is_none()).map(|task| task.name.as_str());
            bail!("{} did not end with the workers", late.collect::<Vec<_>>().join(", "));
        }
        Ok(())
    }

    fn runs(&self, role: Role) -> bool {
        self.tasks.iter().any(|task| task.role == role && task.ended.is_none())
    }

    fn stop(&mut self, role: Role) {
        self.tasks.iter_mut().filter(|task| task.role == role).for_each(|task| drop(task.lead.take()));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for task in &mut self.tasks {
            if task.ended.is_none() {
                let _ = task.process.kill();
                let _ = task.process.wait();
            }
        }
    }
}

impl Task {
    fn start(
        plan: &Plan<'_>,
        job: &str,
        index: usize,
        ps_hosts: &str,
        worker_hosts: &str,
        lines: &SyncSender<Heard>,
    ) -> Result<Task> {
        let program = std::env::current_exe().context("cannot find the program that runs")?;
        let name = format!("{job}-{index}");
        let log = plan.run_dir.join(format!("{name}.log"));
        let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let run = plan.run;
        let mut command = Command::new(&program);
        command.args(["mnist", "--json", "--stop_with_stdin"]);
        command.arg(format!("--job_name={job}")).arg(format!("--task_index={index}"));
        command.arg(format!("--ps_hosts={ps_hosts}")).arg(format!("--worker_hosts={worker_hosts}"));
        command.arg(format!("--model={}", run.model.name())).arg(format!("--hidden_units={}", run.hidden_units));
        command.arg(format!("--batch_size={}", run.batch_size)).arg(format!("--learning_rate={}", run.learning_rate));
        command.arg(format!("--decay_steps={}", run.decay_steps));
        command.arg(format!("--policy={}", run.policy)).arg(format!("--seed={}", run.seed));
        command.arg(format!("--scale_learning_rate={}", run.scale_learning_rate));
        command.arg(format!("--warm_up_steps={}", run.warm_up_steps));
        command.arg(format!("--worker_timeout={}", plan.worker_timeout));
        if run.ps_strategy == PsStrategy::Greedy {
            command.arg("--ps_strategy=greedy");
        }
        command.arg(format!("--train_steps={}", plan.steps)).arg(format!("--eval_every={}", plan.eval_every));
        command.arg(format!("--save_every={}", plan.save_every)).arg("--log_every=20");
        command.arg(format!("--profile_every={}", plan.profile_every));
        command.arg("--run_dir").arg(plan.run_dir);
        if let Some(dir) = &run.data_dir {
            command.arg("--data_dir").arg(dir);
        }
        // Whoever watches the log wants to know what a task waits for, but the progress line is not disturbed by it.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for this process, which then ends the others in the right order.
        command.process_group(0);
        let mut process = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let lead = process.stdin.take();
        let output = process.stdout.take().context("a task without standard output")?;
        let errors = process.stderr.take().context("a task without standard error")?;
        let lines = lines.clone();
        thread::spawn(move || {
            for line in lines_of(output) {
                let heard = serde_json::from_str(&line).map_or_else(|_| Heard::Other(line), Heard::Line);
                if lines.send(heard).is_err() {
                    break;
                }
            }
        });
        let logging = thread::spawn(move || write_log(file, errors));
        let role = match (job, index) {
            ("ps", _) => Role::ParameterServer,
            (_, 0) => Role::Chief,
            _ => Role::Worker,
        };
        Ok(Task { name, role, process, lead, log, logging: Some(logging), ended: None })
    }

    /// Notes whether the task has ended; one that failed is an error with what it said.
    fn look(&mut self) -> Result<()> {
        if self.ended.is_some() {
            return Ok(());
        }
        let Some(status) = self.process.try_wait().with_context(|| format!("cannot watch {}", self.name))? else {
            return Ok(());
        };
        self.ended = Some(status);
        let was_asked = self.lead.is_none();
        if status.success() || was_asked {
            return Ok(());
        }
        // The process is gone, and so is the other end of what the thread reads.
        let last = self.logging.take().and_then(|logging| logging.join().ok()).filter(|said| !said.is_empty());
        let last = last.unwrap_or_else(|| "it said nothing".to_owned());
        Err(anyhow!("{last}").context(format!("{} ended with {status} (its log is {})", self.name, self.log.display())))
    }
}

/// What comes line by line, to the end; a task may quote bytes that are no UTF-8.
fn lines_of(stream: impl Read) -> impl Iterator<Item = String> {
    let lines = BufReader::new(stream).split(b'\n').map_while(std::io::Result::ok);
    lines.map(|line| String::from_utf8_lossy(&line).into_owned())
}

/// Writes a task's log as it comes, and answers why the task failed, or else its last line. A full disk takes no log, but that it
/// is full is to be told.
fn write_log(mut log: File, errors: impl Read) -> String {
    let (mut failure, mut last) = (Vec::new(), String::new());
    for line in lines_of(errors) {
        // What the log cannot take is lost; training goes on without it.
        let _ = writeln!(log, "{line}");
        if let Some(said) = line.strip_prefix(FAILURE) {
            failure = vec![said.to_owned()];
        } else if !failure.is_empty() && failure.len() < FAILURE_LINES {
            failure.push(line.clone());
        }
        last = line;
    }
    if failure.is_empty() { last } else { failure.join("\n") }
}

/// Addresses of this machine that nobody uses now.
fn free_addresses(count: usize) -> Result<Vec<String>> {
    // Held together, so that none is found twice.
    let listeners: std::io::Result<Vec<TcpListener>> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect();
    let listeners = listeners.context("no port is free on this machine")?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}
