//! The first program of a public tutorial: variables on the ps, a product on each worker.

use regatta_testkit::Python;

use crate::program::{ALL_REGATTA, Mix, REGATTA_FIRST, REGATTA_PS, REGATTA_WORKERS, TENSORFLOW_FIRST};

fn check(mix: Mix) {
    let cluster = mix.start();
    for variables in ["ref", "resource"] {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/seed002.py");
        let output = Python::script(script).arg(cluster.target("worker", 0)).arg(variables).run();
        let printed = output.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        println!("{variables} variables on {}: {printed}", mix.name);
        assert_eq!(printed, "[[7. 7.] [7. 7.]]", "{variables} variables\n{}", cluster.tails());
    }
}

#[test]
fn on_regatta() {
    check(ALL_REGATTA);
}

#[test]
fn on_a_regatta_ps() {
    check(REGATTA_PS);
}

#[test]
fn on_regatta_workers() {
    check(REGATTA_WORKERS);
}

#[test]
fn with_a_regatta_master_and_a_tensorflow_worker() {
    check(REGATTA_FIRST);
}

#[test]
fn with_a_tensorflow_master_and_a_regatta_worker() {
    check(TENSORFLOW_FIRST);
}
