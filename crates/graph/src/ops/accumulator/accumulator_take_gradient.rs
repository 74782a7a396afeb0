//! `ResourceAccumulatorTakeGradient`, `AccumulatorTakeGradient`: waits until so many gradients have come, and takes their mean or sum; a new step begins.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ResourceAccumulatorTakeGradient(handle:resource, num_required:int32) -> (average:dtype) {dtype:type} [stateful]",
        "Waits until so many gradients have come, and takes their mean or sum; a new step begins.",
    ),
    op(
        "AccumulatorTakeGradient(handle:Ref(string), num_required:int32) -> (average:dtype) {dtype:type}",
        "The same with a handle of the older kind.",
    ),
];
