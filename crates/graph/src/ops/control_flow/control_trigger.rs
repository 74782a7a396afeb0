//! `ControlTrigger`: does nothing, but is alive even if what it waits for is dead.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] =
    &[op("ControlTrigger() -> ()", "Does nothing, but is alive even if what it waits for is dead.")
        .shape(gives_nothing)];
