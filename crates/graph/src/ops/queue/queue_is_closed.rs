//! `QueueIsClosedV2`, `QueueIsClosed`: whether a queue is closed.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op("QueueIsClosedV2(handle:resource) -> (is_closed:bool) {} [stateful]", "Whether a queue is closed.")
        .shape(gives_scalar),
    op("QueueIsClosed(handle:Ref(string)) -> (is_closed:bool)", "The same with a handle of the older kind.")
        .shape(gives_scalar),
];
