//! Programs whose graphs call functions: they run as if the functions' bodies stood there.

use crate::program::{ALL_REGATTA, Program, REGATTA_FIRST, REGATTA_WORKERS, TENSORFLOW_FIRST};

fn program() -> Program {
    Program::new("functions.py").arg("--variables=v2")
}

#[test]
fn on_regatta() {
    program().check(ALL_REGATTA);
}

#[test]
fn on_regatta_workers() {
    program().check(REGATTA_WORKERS);
}

#[test]
fn with_a_regatta_master_and_a_tensorflow_worker() {
    program().check(REGATTA_FIRST);
}

#[test]
fn with_a_tensorflow_master_and_a_regatta_worker() {
    program().check(TENSORFLOW_FIRST);
}
