//! Lists of tensors: gradients through loops that call functions, and lists that travel between tasks.

use crate::program::{ALL_REGATTA, Program, REGATTA_FIRST, REGATTA_PS, TENSORFLOW_FIRST};

fn program() -> Program {
    Program::new("lists.py").arg("--variables=v2")
}

#[test]
fn on_regatta() {
    program().check(ALL_REGATTA);
}

#[test]
fn on_a_regatta_ps() {
    program().check(REGATTA_PS);
}

#[test]
fn with_a_regatta_master_and_a_tensorflow_ps() {
    program().check(REGATTA_FIRST);
}

#[test]
fn with_a_tensorflow_master_and_a_regatta_ps() {
    program().check(TENSORFLOW_FIRST);
}
