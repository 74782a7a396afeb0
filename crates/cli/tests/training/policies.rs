//! Replication policies: real processes, what becomes of gradients, and workers that disagree, or die.

use regatta_testkit::{
    free_addresses,
    process::{Group, Process},
};
use serde_json::Value;

use crate::{PATIENCE, Scratch, finish, regatta, run, signal};

/// A task of a cluster of one parameter server.
fn start(group: &Group, hosts: &[String], job: &str, index: usize, flags: &[&str]) -> Process {
    let (ps, workers) = hosts.split_at(1);
    let mut command = regatta(&["mnist", "--json", "--model=softmax", "--log_every=1"]);
    command.arg(format!("--job_name={job}")).arg(format!("--task_index={index}"));
    command.arg(format!("--ps_hosts={}", ps.join(","))).arg(format!("--worker_hosts={}", workers.join(",")));
    group.spawn(&format!("{job} {index}"), command.args(flags))
}

#[test]
fn what_makes_no_sense_is_refused_at_the_start() {
    for (policy, reason) in [
        ("asink", "there are sync, backup:B"),
        ("ssp:-1", "not a whole number"),
        ("backup:2", "2 of 2 workers"),
        ("tf-sync:3/2", "more than there are"),
        ("tf-sync:2/4", "there are 2"),
        ("local:0", "at least 1"),
    ] {
        let policy = format!("--policy={policy}");
        for command in [&["train", "--steps=1", &policy][..], &["mnist", "--job_name=worker", &policy]] {
            let done = run(command);
            assert!(!done.success && done.stderr.contains(reason), "{command:?}: {}", done.stderr);
            assert!(!done.stderr.contains("panicked"), "{}", done.stderr);
        }
    }
    let done = run(&["train", "--is_sync", "--policy=async"]);
    assert!(!done.success && done.stderr.contains("--is_sync means --policy=sync"), "{}", done.stderr);
}

#[test]
fn the_help_tells_what_there_is() {
    let help = run(&["train", "--help"]).stdout;
    for form in ["sync", "backup:B", "tf-sync[:N/M]", "ssp:S", "async-drop:S", "dc-asgd", "local:H", "hybrid"] {
        assert!(help.contains(form), "no {form} in:\n{help}");
    }
}

/// What is dropped is counted, by the worker, in the summary at the end, and in the event files.
#[test]
fn every_gradient_has_a_receipt() {
    let scratch = Scratch::new();
    let dir = scratch.join("run");
    let flags = ["train", "--json", "--model=softmax", "--steps=200", "--workers=3", "--policy=backup:1"];
    let done = run(&[&flags[..], &["--run_dir", &dir]].concat());
    assert!(done.success, "{}", done.stderr);
    let summary: Value = serde_json::from_str(done.stdout.lines().last().unwrap()).unwrap();
    let (mut applied, mut steps) = (0, 0);
    for (worker, receipts) in summary["receipts"].as_object().unwrap() {
        let of_worker = receipts["applied"].as_u64().unwrap() + receipts["late"].as_u64().unwrap();
        assert_eq!(of_worker, summary["local_steps"][worker].as_u64().unwrap(), "{summary}");
        applied += receipts["applied"].as_u64().unwrap();
        steps += of_worker;
    }
    // The first two of three in each step.
    assert_eq!(applied, 2 * 200, "{summary}");
    assert!(steps >= applied);
    let done = run(&["plot", &dir, "--tags=replicas/worker_2/dropped", "--out", &scratch.join("dropped.svg")]);
    assert!(done.success, "{}", done.stderr);

    let done = run(&["train", "--model=softmax", "--steps=210", "--workers=3", "--policy=backup:1", "--run_dir", &dir]);
    assert!(done.stdout.contains("applied") && done.stdout.contains("worker 2"), "{}", done.stdout);
}

#[test]
fn workers_that_disagree_are_named() {
    let (group, hosts) = (Group::new(), free_addresses(3));
    let _ps = start(&group, &hosts, "ps", 0, &[]);
    let first = start(&group, &hosts, "worker", 0, &["--policy=sync", "--train_steps=100000"]);
    let second = start(&group, &hosts, "worker", 1, &["--policy=async", "--train_steps=100000"]);
    // The one waits for the other to join, and so finds out too.
    for process in [first, second] {
        let done = finish(process);
        assert!(!done.success, "{}", done.stdout);
        for word in ["/job:worker/task:0 has `sync`", "/job:worker/task:1 has `async`"] {
            assert!(done.stderr.contains(word), "{}", done.stderr);
        }
    }
}

/// Synchronous workers wait for one that died as long as they were told to, and then go on without it.
#[test]
fn the_death_of_a_worker_does_not_stop_the_others() {
    let (group, hosts) = (Group::new(), free_addresses(4));
    let flags = ["--policy=sync", "--train_steps=300", "--worker_timeout=1"];
    let ps = start(&group, &hosts, "ps", 0, &[]);
    let workers: Vec<Process> = (0..3).map(|index| start(&group, &hosts, "worker", index, &flags)).collect();
    let [first, second, third] = <[Process; 3]>::try_from(workers).ok().unwrap();
    third.wait_for_line(|line| line.contains("\"step\""), PATIENCE).unwrap();
    signal(&third, "-KILL");
    drop(third);
    for process in [first, second] {
        let done = finish(process);
        assert!(done.success, "{}", done.stderr);
        let last: Value = serde_json::from_str(done.stdout.lines().last().unwrap()).unwrap();
        assert_eq!(last["global_step"], 300, "{last}");
    }
    drop(ps);
}
