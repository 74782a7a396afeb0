//! Replication policies on TensorFlow's parameter servers: those that TensorFlow can express work, the others say why not.

use std::{process::Command, time::Duration};

use regatta_testkit::{
    Cluster,
    Kind::{Regatta, TensorFlow},
    process::{Finished, Group},
};

const PATIENCE: Duration = Duration::from_secs(120);

/// Trains with two workers of Regatta on a parameter server of TensorFlow.
fn train(policy: &str) -> Vec<Finished> {
    // The workers are in the parameter server's cluster, but are processes of this test's own.
    let cluster = Cluster::builder(env!("CARGO_BIN_EXE_regatta")).ps(TensorFlow, 1).worker(Regatta, 2);
    let cluster = cluster.absent("worker", 0).absent("worker", 1).start();
    let group = Group::new();
    let start = |index: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regatta"));
        command.args(["mnist", "--job_name=worker", "--model=softmax", "--train_steps=100", "--json"]);
        command.arg(format!("--task_index={index}")).arg(format!("--policy={policy}"));
        command.args(cluster.flags());
        group.spawn(&format!("worker {index}"), &mut command)
    };
    let processes = [start(0), start(1)];
    let ended = processes.into_iter().map(|mut process| {
        process.wait(PATIENCE).unwrap_or_else(|| panic!("{policy}: it has not ended\n{}", process.tail()))
    });
    ended.collect()
}

#[test]
fn those_that_tensorflow_can_express_work() {
    for policy in ["async", "dc-asgd", "tf-sync"] {
        for done in train(policy) {
            assert!(done.success, "{policy}: {}", done.stderr);
        }
    }
}

#[test]
fn the_others_say_why_not() {
    for done in train("ssp:2") {
        assert!(!done.success, "{}", done.stdout);
        assert!(done.stderr.contains("policy `ssp:2` needs parameter servers of Regatta"), "{}", done.stderr);
        assert!(done.stderr.contains("async, dc-asgd and tf-sync"), "{}", done.stderr);
    }
}
