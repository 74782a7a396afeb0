//! Conditions, loops and order: the ops that decide whether others run.

mod control_trigger;
mod enter;
mod exit;
mod loop_cond;
mod merge;
mod next_iteration;
mod no_op;
mod stack;
mod switch;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    control_trigger::OPS,
    enter::OPS,
    exit::OPS,
    loop_cond::OPS,
    merge::OPS,
    next_iteration::OPS,
    no_op::OPS,
    stack::OPS,
    switch::OPS,
];
