//! Bad requests get TensorFlow's status codes and leave the server working.

use crate::program::{ALL_REGATTA, Program, REGATTA_PS, stand_in};

#[test]
fn on_regatta() {
    let program = Program::new("errors.py");
    if stand_in() {
        // TensorFlow's server does not survive what lies beyond.
        program.check(ALL_REGATTA);
    } else {
        program.clone().arg("--beyond").check_with(ALL_REGATTA, &program);
    }
}

#[test]
fn on_a_regatta_ps() {
    Program::new("errors.py").check(REGATTA_PS);
}
