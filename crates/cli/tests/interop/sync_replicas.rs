//! Workers in lockstep: gradients meet in accumulators, and nobody goes on before the others have come.

use crate::program::{ALL_REGATTA, Program, REGATTA_FIRST, REGATTA_PS};

fn program() -> Program {
    Program::new("sync_replicas.py")
}

#[test]
fn on_a_regatta_ps() {
    program().check(REGATTA_PS);
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
fn with_a_regatta_master_and_a_tensorflow_worker() {
    program().check(REGATTA_FIRST);
}
