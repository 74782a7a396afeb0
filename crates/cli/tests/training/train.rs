//! One command: a cluster, trained, evaluated, gone on with, interrupted.

use std::process::Command;

use serde_json::Value;

use crate::{PATIENCE, Scratch, finish, regatta, run, signal};
use regatta_testkit::process::{Group, Process};

/// The last line of JSON that a command printed.
fn last(stdout: &str) -> Value {
    let line = stdout.lines().last().unwrap_or_default();
    serde_json::from_str(line).unwrap_or_else(|_| panic!("not JSON: {line}"))
}

#[test]
fn trains_evaluates_and_goes_on() {
    let scratch = Scratch::new();
    let dir = scratch.join("run");
    let train = |steps: &str| {
        let done = run(&["train", "--json", "--model=mlp100", "--batch_size=50", steps, "--run_dir", &dir]);
        assert!(done.success, "{}\n{}", done.status, done.stderr);
        last(&done.stdout)
    };
    let first = train("--steps=400");
    let accuracy = first["test"]["accuracy"].as_f64().unwrap();
    assert!(accuracy > 0.85, "{first}");
    assert!(first["global_step"].as_i64().unwrap() >= 400 && first["local_steps"].as_object().unwrap().len() == 2);
    for file in ["run.json", "checkpoint", "learning-curve.svg", "learning-curve.png", "worker-0.log", "ps-0.log"] {
        assert!(scratch.path().join("run").join(file).is_file(), "{file} is missing");
    }

    let done = run(&["eval", &dir, "--json"]);
    assert!(done.success, "{}", done.stderr);
    let found = last(&done.stdout)["test"]["accuracy"].as_f64().unwrap();
    assert!((found - accuracy).abs() < 1e-6, "the checkpoint gives {found}, the run gave {accuracy}");

    let second = train("--steps=600");
    let (before, after) = (first["global_step"].as_i64().unwrap(), second["global_step"].as_i64().unwrap());
    assert_eq!(second["steps"].as_i64().unwrap(), after - before, "{second}");
    // A run that is done is left as it is.
    assert_eq!(train("--steps=600")["steps"], 0);

    let done = run(&["inspect", &dir]);
    assert!(done.success && done.stdout.contains("global_step"), "{}\n{}", done.stdout, done.stderr);
    // Gone on with, a run is what it was; nothing of it need be said again.
    let done = run(&["train", "--json", "--steps=650", "--run_dir", &dir]);
    assert!(done.success && last(&done.stdout)["steps"].as_i64().unwrap() > 0, "{}\n{}", done.stdout, done.stderr);
    let settings: Value = serde_json::from_slice(&std::fs::read(scratch.path().join("run/run.json")).unwrap()).unwrap();
    assert!(settings["model"] == "mlp100" && settings["batch_size"] == 50, "{settings}");
    let done = run(&["train", "--model=cnn", "--steps=1", "--run_dir", &dir]);
    assert!(!done.success && done.stderr.contains("mlp100") && done.stderr.contains("--run_dir"), "{}", done.stderr);
}

#[test]
fn a_run_notes_when_its_nodes_ran() {
    let scratch = Scratch::new();
    let dir = scratch.join("run");
    let done = run(&["train", "--json", "--model=softmax", "--steps=200", "--profile_every=50", "--run_dir", &dir]);
    assert!(done.success, "{}\n{}", done.status, done.stderr);
    let files = std::fs::read_dir(&dir).expect("the run's directory").map(|entry| entry.expect("an entry").path());
    let is_timeline = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("timeline-") && name.ends_with(".json")
    };
    let timeline = files.filter(is_timeline).max().expect("a timeline");
    let timeline: Value = serde_json::from_slice(&std::fs::read(timeline).unwrap()).expect("JSON");
    let events = timeline["traceEvents"].as_array().expect("events");
    let tasks: Vec<&str> = events.iter().filter_map(|event| event["args"]["name"].as_str()).collect();
    for task in ["/job:ps/", "/job:worker/"] {
        assert!(tasks.iter().any(|name| name.contains(task)), "nothing of {task} among {tasks:?}");
    }
    assert!(events.iter().any(|event| event["ph"] == "X" && event["name"] == "MatMul"), "{timeline}");
}

#[test]
fn an_interrupted_run_saves_and_leaves_nothing_behind() {
    let scratch = Scratch::new();
    let dir = scratch.join("run");
    let (_group, process) = endless(&dir);
    // Nobody else may train there meanwhile.
    let second = run(&["train", "--model=softmax", "--run_dir", &dir]);
    assert!(
        !second.success && second.stderr.contains("another run") && second.stderr.contains(&dir),
        "{}",
        second.stderr
    );
    signal(&process, "-INT");
    let done = finish(process);
    assert!(done.status.contains("130"), "{}\n{}", done.status, done.stderr);
    let summary = last(&done.stdout);
    let step = summary["global_step"].as_i64().unwrap();
    assert!(step > 0 && summary["checkpoint"].as_str().unwrap().ends_with(&format!("model.ckpt-{step}")), "{summary}");
    assert_eq!(left(&dir), Vec::<String>::new());
}

#[test]
fn tasks_end_when_what_started_them_is_killed() {
    let scratch = Scratch::new();
    let dir = scratch.join("run");
    let (_group, mut process) = endless(&dir);
    assert_eq!(left(&dir).len(), 4, "{:?}", left(&dir));
    process.kill();
    let begun = std::time::Instant::now();
    while !left(&dir).is_empty() {
        assert!(begun.elapsed() < PATIENCE, "{:?}", left(&dir));
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

/// The others print all the while: that it is never quiet must not hide it.
#[test]
fn a_task_that_is_killed_is_named_at_once() {
    let scratch = Scratch::new();
    let dir = scratch.join("run");
    let (_group, process) = endless(&dir);
    let is_second_worker = |line: &str| line.contains("--job_name=worker") && line.contains("--task_index=1");
    let (id, _) = tasks(&dir).into_iter().find(|(_, line)| is_second_worker(line)).expect("the second worker");
    assert!(Command::new("kill").args(["-KILL", &id]).status().expect("kill runs").success());
    let done = finish(process);
    assert!(!done.success && done.stderr.contains("worker-1") && done.stderr.contains("signal: 9"), "{}", done.stderr);
    assert_eq!(left(&dir), Vec::<String>::new());
}

/// A run that goes on until it is stopped, and has made its first steps.
fn endless(dir: &str) -> (Group, Process) {
    let group = Group::new();
    let command = ["train", "--json", "--model=softmax", "--steps=1000000", "--run_dir", dir];
    let process = group.spawn("train", &mut regatta(&command));
    process.wait_for_line(|line| line.contains("\"step\""), PATIENCE).unwrap();
    (group, process)
}

/// The processes that have this directory among their arguments.
fn left(dir: &str) -> Vec<String> {
    tasks(dir).into_iter().map(|(_, line)| line).collect()
}

/// Their ids too.
fn tasks(dir: &str) -> Vec<(String, String)> {
    let processes = std::fs::read_dir("/proc").expect("/proc").flatten();
    let lines = processes.filter_map(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.contains(dir).then(|| (entry.file_name().to_string_lossy().into_owned(), line))
    });
    lines.collect()
}
