//! A cluster on loopback whose every task is a process of its own, ours or TensorFlow's.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use crate::ports::free_addresses;
use crate::process::{Group, Process};
use crate::python;

/// A TensorFlow server needs seconds on an idle machine and many on a busy one.
const START_TIMEOUT: Duration = Duration::from_secs(120);

/// How many clusters may live at once in a test process: each is several processes, and more
/// would only make each other late.
const CLUSTERS_AT_ONCE: usize = 2;

static SLOTS: Slots = Slots { taken: Mutex::new(0), freed: Condvar::new() };

/// Who serves a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `regatta serve`.
    Regatta,
    /// `tf.train.Server` in a Python process.
    TensorFlow,
}

/// What to start; see [`Cluster::builder`].
pub struct ClusterBuilder {
    regatta: PathBuf,
    tasks: Vec<(&'static str, Kind)>,
    absent: Vec<(String, usize)>,
    flags: Vec<String>,
    imports_anew: bool,
}

impl ClusterBuilder {
    /// Adds `count` parameter servers.
    pub fn ps(self, kind: Kind, count: usize) -> Self {
        self.tasks("ps", kind, count)
    }

    /// Adds `count` workers; call it again for workers of the other kind.
    pub fn worker(self, kind: Kind, count: usize) -> Self {
        self.tasks("worker", kind, count)
    }

    /// Leaves a task out: it is in the cluster's specification but never started.
    pub fn absent(mut self, job: &str, index: usize) -> Self {
        self.absent.push((job.to_owned(), index));
        self
    }

    /// Gives Regatta's tasks one more flag.
    pub fn flag(mut self, flag: impl Into<String>) -> Self {
        self.flags.push(flag.into());
        self
    }

    /// Has each of TensorFlow's tasks import TensorFlow for itself, as users' tasks do. That takes seconds, and is for those
    /// who ask how long a task takes to start and how large it is.
    pub fn imports_anew(mut self) -> Self {
        self.imports_anew = true;
        self
    }

    fn tasks(mut self, job: &'static str, kind: Kind, count: usize) -> Self {
        self.tasks.extend(std::iter::repeat_n((job, kind), count));
        self
    }

    /// Starts all tasks side by side and waits until every one listens.
    ///
    /// Blocks while other clusters of this process use up the machine, so take what you need from one
    /// cluster and drop it before you start the next. Panics with the tasks' last lines on failure.
    pub fn start(self) -> Cluster {
        let slot = SLOTS.take();
        match self.try_start() {
            Ok((group, tasks)) => Cluster { tasks, _group: group, _slot: slot },
            // The ports were free when they were chosen, and another process may have taken one since.
            Err(error) if says_port_is_busy(&error) => {
                let (group, tasks) = self.try_start().unwrap_or_else(|error| panic!("twice: {error}"));
                Cluster { tasks, _group: group, _slot: slot }
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn try_start(&self) -> Result<(Group, Vec<Task>), String> {
        let addresses = free_addresses(self.tasks.len());
        let hosts = |job: &str| {
            let of_job = self.tasks.iter().zip(&addresses).filter(|((j, _), _)| *j == job);
            of_job.map(|(_, address)| address.as_str()).collect::<Vec<_>>().join(",")
        };
        let spec = [format!("--ps_hosts={}", hosts("ps")), format!("--worker_hosts={}", hosts("worker"))];
        let group = Group::new();
        let mut tasks = Vec::new();
        for ((job, kind), address) in self.tasks.iter().zip(&addresses) {
            let index = tasks.iter().filter(|task: &&Task| task.job == *job).count();
            let name = format!("/job:{job}/task:{index} ({kind:?})");
            let process = (!self.absent.contains(&(job.to_string(), index))).then(|| {
                let mut command = self.command(*kind);
                command.arg(format!("--job_name={job}")).arg(format!("--task_index={index}"));
                // A job without tasks has no flag: an empty list is not a list of one empty name.
                command.args(spec.iter().filter(|flag| !flag.ends_with('=')));
                group.spawn(&name, &mut command)
            });
            tasks.push(Task { job, index, address: address.clone(), process, startup: Duration::ZERO });
        }
        for task in &mut tasks {
            let wanted = format!("listening on grpc://{} as /job:{}/task:{}", task.address, task.job, task.index);
            if let Some(process) = &task.process {
                task.startup = process.wait_for_line(|line| line.contains(&wanted), START_TIMEOUT)?.1;
            }
        }
        Ok((group, tasks))
    }

    fn command(&self, kind: Kind) -> Command {
        match kind {
            Kind::Regatta => Command::new(&self.regatta).tap(|command| command.arg("serve").args(&self.flags)),
            Kind::TensorFlow => {
                let command = if self.imports_anew { python::interpreter() } else { python::command() };
                command.tap(|command| command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/python/tf_server.py")))
            }
        }
    }
}

/// Lets a builder of `&mut` methods end in an owned value.
trait Tap: Sized {
    fn tap(mut self, change: impl FnOnce(&mut Self) -> &mut Self) -> Self {
        change(&mut self);
        self
    }
}

impl Tap for Command {}

/// A running cluster; dropping it ends all of its processes.
pub struct Cluster {
    tasks: Vec<Task>,
    _group: Group,
    _slot: Slot,
}

struct Task {
    job: &'static str,
    index: usize,
    address: String,
    process: Option<Process>,
    startup: Duration,
}

impl Cluster {
    /// Begins the description of a cluster; `regatta` is the path of the binary.
    pub fn builder(regatta: impl AsRef<Path>) -> ClusterBuilder {
        ClusterBuilder {
            regatta: regatta.as_ref().to_owned(),
            tasks: Vec::new(),
            absent: Vec::new(),
            flags: Vec::new(),
            imports_anew: false,
        }
    }

    /// What a client passes to `tf.Session`.
    pub fn target(&self, job: &str, index: usize) -> String {
        format!("grpc://{}", self.task(job, index).address)
    }

    /// The flags that tell a client program where the tasks are.
    pub fn flags(&self) -> [String; 2] {
        let hosts =
            |job| self.tasks.iter().filter(|t| t.job == job).map(|t| t.address.as_str()).collect::<Vec<_>>().join(",");
        [format!("--ps_hosts={}", hosts("ps")), format!("--worker_hosts={}", hosts("worker"))]
    }

    /// How long a task took from its start until it listened.
    pub fn startup(&self, job: &str, index: usize) -> Duration {
        self.task(job, index).startup
    }

    /// The process id of a task.
    pub fn process_id(&self, job: &str, index: usize) -> u32 {
        self.task(job, index).process.as_ref().expect("the task was started").id()
    }

    /// The last lines of every task, for the message of a failed assertion.
    pub fn tails(&self) -> String {
        let tails = self.tasks.iter().filter_map(|task| task.process.as_ref()).map(Process::tail);
        tails.collect::<Vec<_>>().join("\n")
    }

    /// Panics with the last lines of a task that has ended though nobody asked it to.
    pub fn check_alive(&mut self) {
        for task in &mut self.tasks {
            if let Some(process) = &mut task.process
                && !process.is_running()
            {
                panic!("a task ended by itself\n{}", process.tail());
            }
        }
    }

    fn task(&self, job: &str, index: usize) -> &Task {
        let task = self.tasks.iter().find(|t| t.job == job && t.index == index);
        task.unwrap_or_else(|| panic!("the cluster has no /job:{job}/task:{index}"))
    }
}

/// Whether a server's last lines say that it could not bind; TensorFlow names no reason.
fn says_port_is_busy(error: &str) -> bool {
    let error = error.to_lowercase();
    error.contains("address already in use") || error.contains("could not start grpc server")
}

struct Slots {
    taken: Mutex<usize>,
    freed: Condvar,
}

/// The right to run a cluster.
struct Slot;

impl Slots {
    fn take(&self) -> Slot {
        let taken = self.taken.lock().expect("slots lock");
        let mut taken = self.freed.wait_while(taken, |taken| *taken >= CLUSTERS_AT_ONCE).expect("slots lock");
        *taken += 1;
        Slot
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *SLOTS.taken.lock().expect("slots lock") -= 1;
        SLOTS.freed.notify_one();
    }
}
