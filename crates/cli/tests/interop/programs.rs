//! The classic programs, in each of the three ways in which TensorFlow writes graphs: the same first weights, and the same
//! loss after 100 steps.

use crate::program::{ALL_REGATTA, Program, REGATTA_PS};

/// Of the loss after a hundred steps, relative and absolute.
const TOLERANCE: f64 = 1e-4;

fn program(variables: &str) -> Program {
    Program::new("programs.py").arg(&format!("--variables={variables}")).tolerance(TOLERANCE)
}

#[test]
fn with_reference_variables() {
    program("ref").check(ALL_REGATTA);
}

#[test]
fn with_resource_variables() {
    program("resource").check(ALL_REGATTA);
}

#[test]
fn in_the_second_version() {
    program("v2").check(ALL_REGATTA);
}

#[test]
fn on_a_regatta_ps() {
    program("ref").check(REGATTA_PS);
}
