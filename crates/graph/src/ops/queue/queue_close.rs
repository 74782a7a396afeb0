//! `QueueCloseV2`, `QueueClose`: closes a queue: nothing goes in any more, and what is in may still come out.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "QueueCloseV2(handle:resource) -> () {cancel_pending_enqueues:bool=False} [stateful]",
        "Closes a queue: nothing goes in any more, and what is in may still come out.",
    )
    .shape(gives_nothing),
    op(
        "QueueClose(handle:Ref(string)) -> () {cancel_pending_enqueues:bool=False}",
        "The same with a handle of the older kind.",
    )
    .shape(gives_nothing)
    .flat(),
];
