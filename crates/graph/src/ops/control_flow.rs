//! Conditions, loops and order: the ops that decide whether others run.
//!
//! `Switch`, `Merge` and the ops of loops have no gradient rule here: what flows back through them depends on the whole
//! condition or loop around, which clients that build such gradients know.

mod abort;
mod control_trigger;
mod device_index;
mod enter;
mod exit;
mod fake_param;
mod loop_cond;
mod merge;
mod next_iteration;
mod no_op;
mod ref_identity;
mod ref_select;
mod stack;
mod switch;
mod switch_n;
mod to_bool;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    abort::OPS,
    control_trigger::OPS,
    device_index::OPS,
    enter::OPS,
    exit::OPS,
    fake_param::OPS,
    loop_cond::OPS,
    merge::OPS,
    next_iteration::OPS,
    no_op::OPS,
    ref_identity::OPS,
    ref_select::OPS,
    stack::OPS,
    switch::OPS,
    switch_n::OPS,
    to_bool::OPS,
];
