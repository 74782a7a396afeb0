//! `QueueCloseV2`, `QueueIsClosedV2`.

use crate::op_def::{Op, op};
use crate::ops::infer::{gives_nothing, gives_scalar};

pub(super) const OPS: &[Op] = &[
    op("QueueCloseV2(handle:resource) -> () {cancel_pending_enqueues:bool=False} [stateful]", "").shape(gives_nothing),
    op("QueueIsClosedV2(handle:resource) -> (is_closed:bool) {} [stateful]", "").shape(gives_scalar),
];
