//! Sessions beyond running a step: partial runs, callables, deadlines, filters, traces.

use crate::program::{ALL_REGATTA, Program, REGATTA_PS, REGATTA_WORKERS};

#[test]
fn on_regatta() {
    Program::new("sessions.py").check(ALL_REGATTA);
}

#[test]
fn on_a_regatta_ps() {
    Program::new("sessions.py").check(REGATTA_PS);
}

#[test]
fn on_regatta_workers() {
    Program::new("sessions.py").check(REGATTA_WORKERS);
}

#[test]
fn with_a_task_missing() {
    Program::new("missing_task.py").absent("worker", 1).check(ALL_REGATTA);
}
