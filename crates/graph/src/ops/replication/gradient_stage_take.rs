//! `GradientStageTake`, `GradientStageTakeRows`: takes a batch of gradients from a stage, as their mean.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "GradientStageTake(handle:resource, batch:int64) -> (mean:dtype) {dtype:type} [stateful]",
        "Takes the gradients of a batch from a stage, and gives their mean, added up in the batch's order.",
    ),
    op(
        "GradientStageTakeRows(handle:resource, batch:int64) -> (indices:int64, values:dtype) {dtype:type} [stateful]",
        "The same with gradients of some rows, side by side.",
    ),
];
