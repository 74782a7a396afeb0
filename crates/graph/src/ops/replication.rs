//! What replication policies have on parameter servers, beyond TensorFlow's ops: an arbiter that says which gradients are applied
//! together, and stages on which gradients wait for that.

mod gradient_stage;
mod gradient_stage_put;
mod gradient_stage_take;
mod replica_applied;
mod replica_arbiter;
mod replica_beat;
mod replica_counted;
mod replica_join;
mod replica_leave;
mod replica_push;
mod replica_roster;

use crate::op_def::Op;

pub(super) const OPS: &[&[Op]] = &[
    gradient_stage::OPS,
    gradient_stage_put::OPS,
    gradient_stage_take::OPS,
    replica_applied::OPS,
    replica_arbiter::OPS,
    replica_beat::OPS,
    replica_counted::OPS,
    replica_join::OPS,
    replica_leave::OPS,
    replica_push::OPS,
    replica_roster::OPS,
];
