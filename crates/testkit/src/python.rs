//! Client programs in Python, run with TensorFlow kept quiet and with a hard limit on time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use crate::process::{Finished, Group, Process};

/// A program that has not ended by then hangs.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(180);

/// A Python program about to be run.
pub struct Python {
    script: PathBuf,
    arguments: Vec<String>,
    timeout: Duration,
}

impl Python {
    /// The program in a file, relative to the directory of the package under test.
    pub fn script(path: impl AsRef<Path>) -> Python {
        Python { script: path.as_ref().to_owned(), arguments: Vec::new(), timeout: DEFAULT_TIMEOUT }
    }

    /// Adds an argument.
    pub fn arg(mut self, argument: impl Into<String>) -> Python {
        self.arguments.push(argument.into());
        self
    }

    /// Adds several arguments.
    pub fn args<S: Into<String>>(mut self, arguments: impl IntoIterator<Item = S>) -> Python {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Changes the limit on time.
    pub fn timeout(mut self, timeout: Duration) -> Python {
        self.timeout = timeout;
        self
    }

    /// Runs the program to its end; panics with all it printed when it fails or takes too long.
    pub fn run(self) -> Finished {
        let name = format!("{} {}", self.script.display(), self.arguments.join(" "));
        let group = Group::new();
        let mut process = group.spawn(&name, command().arg(&self.script).args(&self.arguments));
        match process.wait(self.timeout) {
            Some(finished) if finished.success => finished,
            Some(finished) => panic!(
                "{name} failed, {}\n--- stdout ---\n{}\n--- stderr ---\n{}",
                finished.status, finished.stdout, finished.stderr
            ),
            None => panic!("{name} was still running after {:?}\n{}", self.timeout, process.tail()),
        }
    }
}

/// A command that runs the script it is given next, in a process that has imported TensorFlow already.
pub(crate) fn command() -> Command {
    let mut command = interpreter();
    // The stand-in needs no packages, and starts in a few hundredths of a second without a look at them.
    command.args(["-I", "-S", concat!(env!("CARGO_MANIFEST_DIR"), "/python/forked.py")]).arg(&FORK_SERVER.socket);
    command
}

static FORK_SERVER: LazyLock<ForkServer> = LazyLock::new(ForkServer::start);

/// A process that imports TensorFlow once and forks for each program; see `python/fork_server.py`.
struct ForkServer {
    socket: String,
    /// Its process ends with this one.
    _process: (Group, Process),
}

impl ForkServer {
    fn start() -> ForkServer {
        let socket = format!("regatta-fork-server-{}", std::process::id());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/fork_server.py");
        let group = Group::new();
        let process = group.spawn("the fork server", interpreter().arg(script).arg(&socket));
        process.wait_for_line(|line| line == "ready", DEFAULT_TIMEOUT).unwrap_or_else(|error| panic!("{error}"));
        ForkServer { socket, _process: (group, process) }
    }
}

/// The interpreter that has TensorFlow.
pub(crate) fn interpreter() -> Command {
    let python = std::env::var_os("REGATTA_PYTHON").expect("set REGATTA_PYTHON, or run `cargo xtask test`");
    let mut command = Command::new(python);
    command
        .env("PYTHONUNBUFFERED", "1")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("TF_CPP_MIN_LOG_LEVEL", "2")
        .env("TF_ENABLE_ONEDNN_OPTS", "0")
        .env("CUDA_VISIBLE_DEVICES", "");
    command
}
