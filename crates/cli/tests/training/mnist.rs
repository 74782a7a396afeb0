//! The seeds' program, one process for each task.

use regatta_testkit::{
    free_addresses,
    process::{Group, Process},
};

use crate::{PATIENCE, Scratch, finish, regatta};

/// The tasks of a run.
struct Tasks {
    group: Group,
    ps_hosts: String,
    worker_hosts: String,
    flags: Vec<String>,
}

impl Tasks {
    fn new(ps: usize, workers: usize, flags: &[&str]) -> Tasks {
        let hosts = free_addresses(ps + workers);
        Tasks {
            group: Group::new(),
            ps_hosts: hosts[..ps].join(","),
            worker_hosts: hosts[ps..].join(","),
            flags: flags.iter().map(|flag| (*flag).to_owned()).collect(),
        }
    }

    fn start(&self, job: &str, index: usize) -> Process {
        let mut command = regatta(&["mnist", &format!("--job_name={job}"), &format!("--task_index={index}")]);
        command.arg(format!("--ps_hosts={}", self.ps_hosts)).arg(format!("--worker_hosts={}", self.worker_hosts));
        command.args(&self.flags).env("RUST_LOG", "info");
        self.group.spawn(&format!("{job} {index}"), &mut command)
    }
}

/// The number behind some words in a line.
fn number(line: &str, behind: &str) -> f64 {
    let rest = line.split(behind).nth(1).unwrap_or_else(|| panic!("no {behind} in {line}"));
    let digits: String = rest.trim_start().chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    digits.trim_end_matches('.').parse().unwrap_or_else(|_| panic!("no number behind {behind} in {line}"))
}

#[test]
fn a_worker_prints_the_lines_of_the_seeds_and_all_tasks_end() {
    // As the seeds write flags: with and without =.
    let flags =
        ["--hidden_units", "50", "--train_steps=300", "--batch_size", "50", "--learning_rate=0.01", "--log_every=50"];
    let tasks = Tasks::new(1, 2, &flags);
    let ps = tasks.start("ps", 0);
    let workers = [tasks.start("worker", 0), tasks.start("worker", 1)];
    for (index, worker) in workers.into_iter().enumerate() {
        let done = finish(worker);
        assert!(done.success, "{}\n{}", done.status, done.stderr);
        let lines: Vec<&str> = done.stdout.lines().collect();
        let steps: Vec<&&str> = lines.iter().filter(|line| line.contains("training step")).collect();
        if let Some(step) = steps.first() {
            assert!(step.contains(&format!(": Worker {index}: training step 50 done (global step: ")), "{step}");
            let seconds: f64 = step.split(':').next().and_then(|time| time.parse().ok()).expect("the time");
            assert!(seconds > 1e9 && number(step, "(global step:") >= 50.0, "{step}");
        }
        let after = lines.iter().find(|line| line.starts_with("After ")).expect("a last line");
        assert!(number(after, "After") >= 300.0 && number(after, "validation cross entropy =") > 0.0, "{after}");
        assert!(lines.iter().any(|line| line.starts_with("Training elapsed time: ") && line.ends_with(" s")));
    }
    let done = finish(ps);
    assert!(done.success, "{}\n{}", done.status, done.stderr);
}

#[test]
fn synchronous_workers_end_together() {
    for flag in ["--is_sync", "--issync=1"] {
        let tasks =
            Tasks::new(2, 2, &["--train_steps=60", "--model=mlp500", "--batch_size=32", "--num_workers=2", flag]);
        let all = [("ps", 0), ("ps", 1), ("worker", 0), ("worker", 1)].map(|(job, index)| tasks.start(job, index));
        for task in all {
            let done = finish(task);
            assert!(done.success, "{}\n{}\n{}", done.status, done.stdout, done.stderr);
        }
    }
}

/// There is nothing to save any more, and so no reason to take a minute.
#[test]
fn a_worker_that_waits_for_a_dead_parameter_server_can_be_stopped() {
    let tasks = Tasks::new(1, 1, &["--train_steps=1000000", "--log_every=20"]);
    let mut ps = tasks.start("ps", 0);
    let worker = tasks.start("worker", 0);
    worker.wait_for_line(|line| line.contains("training step"), PATIENCE).unwrap();
    ps.kill();
    let lost = |line: &str| line.contains("opened again");
    worker.wait_for_error(lost, PATIENCE).unwrap();
    crate::signal(&worker, "-INT");
    let done = finish(worker);
    assert!(
        done.status.contains("130") && done.stderr.contains("nothing is saved"),
        "{}\n{}",
        done.status,
        done.stderr
    );
}

#[test]
fn a_chief_that_is_killed_and_started_again_goes_on() {
    let scratch = Scratch::new();
    let run_dir = format!("--run_dir={}", scratch.join("run"));
    let tasks = Tasks::new(1, 2, &["--train_steps=6000", &run_dir, "--save_every=0", "--log_every=20"]);
    let ps = tasks.start("ps", 0);
    let mut chief = tasks.start("worker", 0);
    let mut other = tasks.start("worker", 1);
    let is_at = |least: f64| move |line: &str| line.contains("training step") && number(line, "(global step:") >= least;
    let (line, _) = chief.wait_for_line(is_at(200.0), PATIENCE).unwrap();
    let before = number(&line, "(global step:");
    let saved = || std::fs::read_to_string(scratch.path().join("run/checkpoint")).is_ok();
    assert!(saved(), "nothing is saved after {before} steps");
    chief.kill();
    assert!(other.is_running(), "{}", other.tail());

    let chief = tasks.start("worker", 0);
    let (line, _) = chief.wait_for_line(|line| line.starts_with("Training begins"), PATIENCE).unwrap();
    assert!(number(&line, "at global step") >= before, "{line} is before {before}");
    for task in [chief, other, ps] {
        let done = finish(task);
        assert!(done.success, "{}\n{}\n{}", done.status, done.stdout, done.stderr);
    }
}
