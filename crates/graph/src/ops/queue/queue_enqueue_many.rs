//! `QueueEnqueueManyV2`, `QueueEnqueueMany`: puts the rows of its inputs into a queue as elements, as there is room.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "QueueEnqueueManyV2(handle:resource, components:list(Tcomponents)) -> () {Tcomponents:list(type), timeout_ms:int=-1} [stateful]",
        "Puts the rows of its inputs into a queue as elements, as there is room.",
    )
    .shape(gives_nothing),
    op(
        "QueueEnqueueMany(handle:Ref(string), components:list(Tcomponents)) -> () {Tcomponents:list(type), timeout_ms:int=-1}",
        "The same with a handle of the older kind.",
    )
    .shape(gives_nothing)
    .flat(),
];
