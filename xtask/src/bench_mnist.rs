//! `cargo xtask bench mnist`: the tutorials' programs on TensorFlow and on Regatta, in one run.
//!
//! Both run as processes of their own, one for each task, on the same images. What counts is global steps a second after the
//! first step of the chief; starting up, of which that step is a part, does not count. Numbers for people, no assertions: the
//! machine decides too much of them.

use std::{
    collections::BTreeSet,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{cargo, check, python, root, target_directory, tasks::Tasks};

/// How long one run may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// Each system runs so often, in turns; the best counts.
const ROUNDS: usize = 2;

struct Program {
    model: &'static str,
    batch_size: usize,
    learning_rate: f64,
    ps: usize,
    workers: usize,
    is_sync: bool,
    /// Global steps on TensorFlow; Regatta makes more, so that both train for seconds.
    steps: i64,
}

const PROGRAMS: [Program; 5] = [
    Program { model: "softmax", batch_size: 100, learning_rate: 0.5, ps: 1, workers: 2, is_sync: false, steps: 2000 },
    Program { model: "mlp100", batch_size: 100, learning_rate: 0.01, ps: 1, workers: 2, is_sync: false, steps: 2000 },
    Program { model: "mlp500", batch_size: 32, learning_rate: 1e-4, ps: 2, workers: 2, is_sync: false, steps: 800 },
    Program { model: "mlp500", batch_size: 32, learning_rate: 1e-4, ps: 1, workers: 2, is_sync: true, steps: 400 },
    Program { model: "cnn", batch_size: 100, learning_rate: 1e-4, ps: 1, workers: 2, is_sync: false, steps: 120 },
];
/// How many times TensorFlow's steps Regatta makes.
const MORE: i64 = 3;

/// Prints the table, of the models that are named or of all.
pub fn run(names: &[&str]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| PROGRAMS.iter().all(|program| program.model != **name)) {
        let known: BTreeSet<&str> = PROGRAMS.iter().map(|program| program.model).collect();
        let known: Vec<&str> = known.into_iter().collect();
        bail!("there is no model {unknown}, but {}", known.join(", "));
    }
    check(cargo().args(["build", "--release", "--package", "regatta-cli"]))?;
    let regatta = target_directory().join("release/regatta");
    let python = python::interpreter()?;
    println!("{:<48}{:>14}{:>14}{:>8}", "global steps/s", "TensorFlow", "Regatta", "ratio");
    for program in PROGRAMS.iter().filter(|program| names.is_empty() || names.contains(&program.model)) {
        let (mut theirs, mut ours) = (0f64, 0f64);
        for _ in 0..ROUNDS {
            theirs = theirs.max(program.on_tensorflow(&python)?);
            ours = ours.max(program.on_regatta(&regatta)?);
        }
        println!("{:<48}{theirs:>14.1}{ours:>14.1}{:>8.2}", program.name(), ours / theirs);
    }
    Ok(())
}

impl Program {
    fn name(&self) -> String {
        let kind = if self.is_sync { "synchronous" } else { "asynchronous" };
        format!("{} batch {}, {} ps, {} workers, {kind}", self.model, self.batch_size, self.ps, self.workers)
    }

    fn on_tensorflow(&self, python: &Path) -> Result<f64> {
        let script = root().join("xtask/python/bench_mnist.py");
        let said = self.run(self.steps, || {
            let mut command = Command::new(python);
            command.arg(&script).arg(format!("--data_dir={}", root().join("crates/mnist/data").display()));
            if self.is_sync {
                command.arg("--is_sync");
            }
            command
        })?;
        let line: Value =
            serde_json::from_str(said.trim()).with_context(|| format!("TensorFlow's chief said {said}"))?;
        let (Some(steps), Some(seconds)) = (line["steps"].as_f64(), line["seconds"].as_f64()) else {
            bail!("TensorFlow's chief said neither steps nor seconds: {said}")
        };
        ensure!(seconds > 0.0, "TensorFlow's chief trained nothing");
        Ok(steps / seconds)
    }

    fn on_regatta(&self, regatta: &Path) -> Result<f64> {
        let said = self.run(self.steps * MORE, || {
            let mut command = Command::new(regatta);
            command.args(["mnist", "--json"]).arg(format!("--is_sync={}", self.is_sync));
            command
        })?;
        let mut lines = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let last = lines.rfind(|line| line["event"] == "finished");
        let last = last.with_context(|| format!("Regatta's chief said {said}"))?;
        last["steps_per_second"].as_f64().context("Regatta's chief made no steps")
    }

    /// Runs all tasks; answers what the chief printed.
    fn run(&self, steps: i64, command: impl Fn() -> Command) -> Result<String> {
        let mut tasks = Tasks::start(self.ps, self.workers, || {
            let mut command = command();
            command.arg(format!("--model={}", self.model)).arg(format!("--batch_size={}", self.batch_size));
            command.arg(format!("--learning_rate={}", self.learning_rate)).arg(format!("--train_steps={steps}"));
            command
        })?;
        let mut said = String::new();
        let until = Instant::now() + PATIENCE;
        while let Some((worker, line)) = tasks.next_line(until)? {
            if worker == 0 {
                said += &(line + "\n");
            }
        }
        Ok(said)
    }
}
