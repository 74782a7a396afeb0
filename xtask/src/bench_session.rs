//! `cargo xtask bench session`: Regatta beside TensorFlow, under TensorFlow's own client.
//!
//! Numbers for people, no assertions: the machine decides too much of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use regatta_testkit::Kind::{self, Regatta, TensorFlow};
use regatta_testkit::{Cluster, Python, Results, results};

use crate::{cargo, check, python, root, target_directory};

/// The bytes that the pull of `xtask/python/bench_session.py` moves.
const PULL_MEGABYTES: f64 = 2_621_440.0 * 4.0 / 1e6;

/// Builds the release binary and prints the table.
pub fn run() -> Result<()> {
    if std::env::var_os("REGATTA_PYTHON").is_none() {
        // The harness reads the variable, and a process cannot safely set its own.
        let python = python::interpreter()?;
        let itself = std::env::current_exe()?;
        return check(Command::new(itself).args(["bench", "session"]).env("REGATTA_PYTHON", python));
    }
    check(cargo().args(["build", "--release", "--package", "regatta-cli"]))?;
    let regatta = target_directory().join("release/regatta");

    println!("{:<44}{:>12}{:>12}{:>8}", "", "TensorFlow", "Regatta", "ratio");
    steps(&regatta);
    pull(&regatta);
    alone(&regatta)
}

/// Steps of the tutorial's graph over one parameter server and two workers.
fn steps(regatta: &Path) {
    let theirs = Cluster::builder(regatta).ps(TensorFlow, 1).worker(TensorFlow, 2).start();
    let ours = Cluster::builder(regatta).ps(Regatta, 1).worker(Regatta, 2).start();
    let seconds = measure("steps", &theirs, &ours);
    let rate = |name| 1.0 / median(&seconds, name);
    print_row("steps/s, 1 ps and 2 workers", rate("tensorflow"), rate("regatta"));
}

/// Ten megabytes from a parameter server to a TensorFlow worker.
fn pull(regatta: &Path) {
    let theirs = Cluster::builder(regatta).ps(TensorFlow, 1).worker(TensorFlow, 1).start();
    let ours = Cluster::builder(regatta).ps(Regatta, 1).worker(TensorFlow, 1).start();
    let seconds = measure("pull", &theirs, &ours);
    let rate = |name: &str| {
        let transfer = median(&seconds, name) - median(&seconds, &format!("{name}/small"));
        PULL_MEGABYTES / transfer
    };
    print_row("MB/s, 10 MB from a ps to a TensorFlow worker", rate("tensorflow"), rate("regatta"));
    let step = |name: &str| 1000.0 * median(&seconds, name);
    print_row("ms for that step in all", step("tensorflow"), step("regatta"));
}

/// What a task costs before it does anything.
fn alone(regatta: &Path) -> Result<()> {
    let start = |kind: Kind| -> Result<(f64, f64)> {
        let cluster = Cluster::builder(regatta).worker(kind, 1).imports_anew().start();
        // Lazy allocations of the start have settled by then.
        std::thread::sleep(Duration::from_secs(1));
        let memory = resident_megabytes(cluster.process_id("worker", 0))?;
        Ok((cluster.startup("worker", 0).as_secs_f64() * 1000.0, memory))
    };
    // The first start of either reads its files from disk; the second is the one that counts.
    start(TensorFlow)?;
    start(Regatta)?;
    let (theirs, ours) = (start(TensorFlow)?, start(Regatta)?);
    print_row("ms from start to listening", theirs.0, ours.0);
    print_row("MB resident at rest", theirs.1, ours.1);
    Ok(())
}

fn measure(part: &str, theirs: &Cluster, ours: &Cluster) -> Results {
    let script: PathBuf = root().join("xtask/python/bench_session.py");
    let output = Python::script(script)
        .arg(part)
        .arg(format!("tensorflow={}", theirs.target("worker", 0)))
        .arg(format!("regatta={}", ours.target("worker", 0)))
        .timeout(Duration::from_secs(400))
        .run();
    results::parse(&output.stdout)
}

/// The median of a program's rounds.
fn median(results: &Results, name: &str) -> f64 {
    let rounds = results[name].as_array().expect("a list of rounds");
    let mut rounds: Vec<f64> = rounds.iter().filter_map(|round| round.as_f64()).collect();
    rounds.sort_by(f64::total_cmp);
    rounds[rounds.len() / 2]
}

fn resident_megabytes(process: u32) -> Result<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).context("memory is read from /proc")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS in /proc")?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes / 1024.0)
}

fn print_row(name: &str, theirs: f64, ours: f64) {
    println!("{name:<44}{theirs:>12.1}{ours:>12.1}{:>8.2}", ours / theirs);
}
