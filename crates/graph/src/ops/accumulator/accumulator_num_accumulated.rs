//! `ResourceAccumulatorNumAccumulated`, `AccumulatorNumAccumulated`: how many gradients have been added since the last were taken.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_scalar;

pub(super) const OPS: &[Op] = &[
    op(
        "ResourceAccumulatorNumAccumulated(handle:resource) -> (num_accumulated:int32) [stateful]",
        "How many gradients have been added since the last were taken.",
    )
    .shape(gives_scalar),
    op(
        "AccumulatorNumAccumulated(handle:Ref(string)) -> (num_accumulated:int32)",
        "The same with a handle of the older kind.",
    )
    .shape(gives_scalar),
];
