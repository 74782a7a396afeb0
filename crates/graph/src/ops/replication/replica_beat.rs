//! `ReplicaBeat`: a worker lives.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] =
    &[op("ReplicaBeat(handle:resource, replica:int64) -> () [stateful]", "Says that a worker lives.")
        .shape(gives_nothing)];
