//! `ResourceAccumulatorSetGlobalStep`, `AccumulatorSetGlobalStep`: says which step an accumulator is at; gradients of earlier ones are dropped.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "ResourceAccumulatorSetGlobalStep(handle:resource, new_global_step:int64) -> () [stateful]",
        "Says which step an accumulator is at; gradients of earlier ones are dropped.",
    )
    .shape(gives_nothing),
    op(
        "AccumulatorSetGlobalStep(handle:Ref(string), new_global_step:int64) -> ()",
        "The same with a handle of the older kind.",
    )
    .shape(gives_nothing),
];
