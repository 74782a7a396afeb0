//! Two clients on two masters share a parameter server and do not disturb each other.

use crate::program::{ALL_REGATTA, Program, REGATTA_PS, REGATTA_WORKERS, TENSORFLOW_FIRST};

fn program(variables: &str) -> Program {
    Program::new("two_clients.py").arg(&format!("--variables={variables}"))
}

#[test]
fn on_regatta_with_reference_variables() {
    program("ref").check(ALL_REGATTA);
}

#[test]
fn on_regatta_with_resource_variables() {
    program("resource").check(ALL_REGATTA);
}

#[test]
fn on_a_regatta_ps() {
    program("ref").check(REGATTA_PS);
}

#[test]
fn on_regatta_workers() {
    program("resource").check(REGATTA_WORKERS);
}

#[test]
fn on_masters_of_both_kinds() {
    program("ref").check(TENSORFLOW_FIRST);
}
