//! `QueueEnqueueV2`, `QueueEnqueueManyV2`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op("QueueEnqueueV2(handle:resource, components:list(Tcomponents)) -> () {Tcomponents:list(type), timeout_ms:int=-1} [stateful]", "").shape(gives_nothing),
    op("QueueEnqueueManyV2(handle:resource, components:list(Tcomponents)) -> () {Tcomponents:list(type), timeout_ms:int=-1} [stateful]", "").shape(gives_nothing),
];
