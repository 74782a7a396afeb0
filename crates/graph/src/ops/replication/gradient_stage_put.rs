//! `GradientStagePut`, `GradientStagePutRows`: puts a worker's gradient on a stage.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "GradientStagePut(handle:resource, key:int64, gradient:dtype) -> () {dtype:type} [stateful]",
        "Puts a worker's gradient on a stage, in place of the one it had there.",
    )
    .shape(gives_nothing),
    op(
        "GradientStagePutRows(handle:resource, key:int64, indices:int64, values:dtype) -> () {dtype:type} [stateful]",
        "The same with a gradient of some rows.",
    )
    .shape(gives_nothing),
];
