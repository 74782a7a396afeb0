//! Loops and conditionals whose pieces lie on different tasks.

use crate::program::{ALL_REGATTA, Program, REGATTA_FIRST, REGATTA_PS, REGATTA_WORKERS, TENSORFLOW_FIRST};

fn program() -> Program {
    Program::new("controlflow.py")
}

#[test]
fn on_regatta() {
    program().check(ALL_REGATTA);
}

#[test]
fn on_regatta_with_resource_variables() {
    program().arg("--variables=resource").check(ALL_REGATTA);
}

#[test]
fn on_a_regatta_ps() {
    program().check(REGATTA_PS);
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

/// Conditions and loops that call functions.
#[test]
fn of_the_second_version_on_regatta() {
    program().arg("--variables=v2").check(ALL_REGATTA);
}

#[test]
fn of_the_second_version_with_a_regatta_master_and_a_tensorflow_worker() {
    program().arg("--variables=v2").check(REGATTA_FIRST);
}

#[test]
fn of_the_second_version_with_a_tensorflow_master_and_a_regatta_worker() {
    program().arg("--variables=v2").check(TENSORFLOW_FIRST);
}
