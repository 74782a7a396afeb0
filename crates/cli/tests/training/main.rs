//! `regatta train`, `mnist`, `eval`: real processes on loopback, and what they say when something is wrong.

mod failures;
mod mnist;
mod policies;
mod train;

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use regatta_testkit::process::{Finished, Group, Process};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(240);

fn regatta(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regatta"));
    command.args(args).env_remove("TF_CONFIG").env_remove("RUST_LOG");
    command
}

/// Runs a command to its end.
fn run(args: &[&str]) -> Finished {
    let group = Group::new();
    finish(group.spawn("regatta", &mut regatta(args)))
}

fn finish(mut process: Process) -> Finished {
    process.wait(PATIENCE).unwrap_or_else(|| panic!("it has not ended\n{}", process.tail()))
}

fn signal(process: &Process, signal: &str) {
    let sent = Command::new("kill").arg(signal).arg(process.id().to_string()).status().expect("kill runs");
    assert!(sent.success());
}

/// A directory of a test's own, gone with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("regatta-cli-training-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a directory");
        Scratch(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }

    fn join(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
