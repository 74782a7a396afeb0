//! `cargo xtask bench stragglers`: the replication policies with a slow worker among four.
//!
//! Each policy trains mlp500 twice, with four workers that are alike and with one that is stopped four fifths of the time, so that it is
//! five times as slow, as a machine would be that others use. What counts is how long the test images take to be recognised as well as
//! wanted. A table is printed, and a picture drawn from it.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{bars::Bars, cargo, check, root, target_directory, tasks::Tasks};

const WORKERS: usize = 4;
/// The worker that is slow.
const SLOW: usize = 3;
/// How long one run may take.
const PATIENCE: Duration = Duration::from_secs(180);
const POLICIES: [&str; 10] = [
    "async",
    "async-drop:6",
    "dc-asgd",
    "ssp:4",
    "sync",
    "backup:1",
    "tf-sync:3/4",
    "hybrid:2",
    "local:8",
    "local:auto",
];
/// Rates are the best of so many runs, in turns with those they are compared with.
const ROUNDS: usize = 4;
/// Gradients between two evaluations, which cost the same whatever the policy.
const EVALUATE_EVERY: usize = 200;

/// What is asked for.
struct Plan {
    data_dir: Option<PathBuf>,
    target: f64,
    policies: Vec<String>,
    /// Whether only what policies cost is measured, without stragglers.
    only_rates: bool,
}

/// What came of a run.
struct Outcome {
    /// Seconds until the images were recognised well enough; `None` if they never were.
    seconds: Option<f64>,
    steps_per_second: f64,
    gradients_per_second: f64,
    /// The parts of all gradients that were dropped, and that were the slow worker's.
    dropped: f64,
    of_slow: f64,
}

/// Prints the table, and draws it: `docs/stragglers.svg`, if all policies are in it.
pub fn run(arguments: &[&str]) -> Result<()> {
    let plan = Plan::read(arguments)?;
    check(cargo().args(["build", "--release", "--package", "regatta-cli"]))?;
    let regatta = target_directory().join("release/regatta");
    if plan.only_rates {
        return plan.compare_rates(&regatta);
    }
    let target = format!("{:.0} %", 100.0 * plan.target);
    println!("seconds to {target} of the test images, four workers alike / one of them five times as slow\n");
    println!(
        "| policy | s, alike | s, one slow | steps/s | pushes applied/s | steps/s, one slow | pushes applied/s, one slow | dropped | by the slow one |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut bars =
        Bars::new(&format!("Seconds to {target} test accuracy, four workers"), ["all alike", "one five times as slow"]);
    for policy in &plan.policies {
        let alike = plan.train(&regatta, policy, false).with_context(|| format!("policy {policy}"))?;
        let slow =
            plan.train(&regatta, policy, true).with_context(|| format!("policy {policy}, with a slow worker"))?;
        let seconds = |outcome: &Outcome| outcome.seconds.map_or("never".to_owned(), |s| format!("{s:.1}"));
        println!(
            "| {policy} | {} | {} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} % | {:.0} % |",
            seconds(&alike),
            seconds(&slow),
            alike.steps_per_second,
            alike.gradients_per_second,
            slow.steps_per_second,
            slow.gradients_per_second,
            100.0 * slow.dropped,
            100.0 * slow.of_slow,
        );
        bars.add(policy, [alike.seconds, slow.seconds]);
    }
    // A part of the policies is no picture of all.
    let picture = match plan.policies == POLICIES {
        true => root().join("docs/stragglers.svg"),
        false => target_directory().join("stragglers.svg"),
    };
    std::fs::write(&picture, bars.to_svg()).with_context(|| format!("cannot write {}", picture.display()))?;
    println!("\n{}\n", picture.display());
    plan.compare_rates(&regatta)
}

impl Plan {
    fn read(arguments: &[&str]) -> Result<Plan> {
        // The images that are built in are too few for more.
        let mut plan = Plan { data_dir: None, target: 0.95, policies: Vec::new(), only_rates: false };
        for argument in arguments {
            match argument.split_once('=') {
                Some(("--data_dir", dir)) => {
                    plan.data_dir = Some(std::path::absolute(dir)?);
                    plan.target = 0.97;
                }
                Some((flag, _)) if flag.starts_with("--") => {
                    bail!("no flag is called {flag}; there are --data_dir=DIR and --rates")
                }
                None if *argument == "--rates" => plan.only_rates = true,
                _ => plan.policies.push((*argument).to_owned()),
            }
        }
        if plan.policies.is_empty() {
            plan.policies = POLICIES.iter().map(|policy| (*policy).to_owned()).collect();
        }
        Ok(plan)
    }

    /// What a policy costs when nobody is slow and nothing is evaluated: gradients a second of two workers, beside those of `async`.
    fn compare_rates(&self, regatta: &Path) -> Result<()> {
        println!("gradients a second, mlp500, batch 32, 1 ps, 2 workers alike, nothing evaluated\n");
        println!("| policy | gradients/s | async in turns with it | ratio |");
        println!("| --- | --- | --- | --- |");
        for policy in &self.policies {
            // A group of one worker each would wait for nobody, and three of four do not exist.
            let policy = match policy.split_once(':') {
                Some(("hybrid", _)) => "hybrid",
                Some(("tf-sync", _)) => "tf-sync",
                _ => policy.as_str(),
            };
            let (mut best, mut plain) = (0f64, 0f64);
            for _ in 0..ROUNDS {
                best = best.max(rate(regatta, policy)?);
                plain = plain.max(rate(regatta, "async")?);
            }
            println!("| {policy} | {best:.0} | {plain:.0} | {:.2} |", best / plain);
        }
        Ok(())
    }

    fn train(&self, regatta: &Path, policy: &str, with_straggler: bool) -> Result<Outcome> {
        let batches = match policy.split(':').next() {
            Some("sync" | "backup" | "tf-sync" | "local") => WORKERS,
            Some("hybrid") => 2,
            _ => 1,
        };
        let mut tasks = Tasks::start(1, WORKERS, || {
            let mut command = Command::new(regatta);
            command.args(["mnist", "--json", "--model=mlp500", "--learning_rate=0.001", "--train_steps=1000000"]);
            command.args(["--log_every=5", "--eval_on=test"]).arg(format!("--policy={policy}"));
            command.arg(format!("--eval_every={}", EVALUATE_EVERY / batches));
            if let Some(dir) = &self.data_dir {
                command.arg("--data_dir").arg(dir);
            }
            command
        })?;
        let (mut begun, mut brake) = (None, None);
        let (mut applied, mut dropped, mut steps) = ([0.0; WORKERS], [0.0; WORKERS], 0.0);
        let until = Instant::now() + PATIENCE;
        loop {
            let line = match tasks.next_line(until) {
                Ok(Some((worker, line))) => (worker, serde_json::from_str::<Value>(&line)?),
                Ok(None) => bail!("the workers ended"),
                // Too slow is an answer too.
                Err(_) => break,
            };
            let (worker, line) = line;
            let number = |key: &str| line[key].as_f64().unwrap_or_default();
            match line["event"].as_str() {
                Some("begins") => {
                    begun.get_or_insert_with(Instant::now);
                    if worker == SLOW && with_straggler {
                        brake = Some(Brake::on(tasks.worker_id(SLOW))?);
                    }
                }
                Some("step") => {
                    let receipts = &line["receipts"];
                    let count = |key: &str| receipts[key].as_f64().unwrap_or_default();
                    applied[worker] = count("applied");
                    dropped[worker] = count("late") + count("stale");
                    steps = f64::max(steps, number("global_step"));
                }
                Some("evaluated") if line["score"]["accuracy"].as_f64().unwrap_or_default() >= self.target => break,
                _ => {}
            }
        }
        drop(brake);
        let elapsed = begun.context("no worker has begun")?.elapsed().as_secs_f64();
        let (all, lost): (f64, f64) = (applied.iter().sum(), dropped.iter().sum());
        Ok(Outcome {
            seconds: (Instant::now() < until).then_some(elapsed),
            steps_per_second: steps / elapsed,
            gradients_per_second: all / elapsed,
            dropped: lost / (all + lost).max(1.0),
            of_slow: applied[SLOW] / all.max(1.0),
        })
    }
}

/// Gradients that two workers compute and push in a second, dropped ones among them; with local steps, steps.
fn rate(regatta: &Path, policy: &str) -> Result<f64> {
    const GRADIENTS: usize = 1600;
    let steps = match policy.split(':').next() {
        Some("sync" | "tf-sync" | "hybrid" | "local") => GRADIENTS / 2,
        _ => GRADIENTS,
    };
    let mut tasks = Tasks::start(1, 2, || {
        let mut command = Command::new(regatta);
        command.args(["mnist", "--json", "--model=mlp500", "--batch_size=32", "--learning_rate=0.0001"]);
        command.arg(format!("--policy={policy}")).arg(format!("--train_steps={steps}"));
        command
    })?;
    let (mut made, mut seconds) = (0.0, 0f64);
    let until = Instant::now() + PATIENCE;
    while let Some((_, line)) = tasks.next_line(until)? {
        let line: Value = serde_json::from_str(&line)?;
        if line["event"] == "finished" {
            made += line["local_steps"].as_f64().unwrap_or_default();
            seconds = seconds.max(line["seconds"].as_f64().unwrap_or_default());
        }
    }
    Ok(made / seconds.max(1e-9))
}

/// Makes a process five times as slow, by stopping it four fifths of the time.
struct Brake(Child);

impl Brake {
    fn on(process: u32) -> Result<Brake> {
        // Ends with the process, or when it is told to.
        let script = format!("while kill -STOP {process}; do sleep 0.16; kill -CONT {process}; sleep 0.04; done");
        let shell = Command::new("sh").args(["-c", &script]).stderr(Stdio::null()).spawn();
        Ok(Brake(shell.context("cannot start a shell")?))
    }
}

impl Drop for Brake {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
