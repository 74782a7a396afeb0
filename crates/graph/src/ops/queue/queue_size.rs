//! `QueueSizeV2`, `QueueSize`: the number of elements in a queue.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op("QueueSizeV2(handle:resource) -> (size:int32) {} [stateful]", "The number of elements in a queue.")
        .shape(gives_scalar),
    op("QueueSize(handle:Ref(string)) -> (size:int32)", "The same with a handle of the older kind.")
        .shape(gives_scalar)
        .flat(),
];
