//! `ResourceAccumulatorApplyGradient`, `AccumulatorApplyGradient`: adds a gradient to an accumulator, unless it is of a step that is over.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "ResourceAccumulatorApplyGradient(handle:resource, local_step:int64, gradient:dtype) -> () {dtype:type} [stateful]",
        "Adds a gradient to an accumulator, unless it is of a step that is over.",
    )
    .shape(gives_nothing),
    op(
        "AccumulatorApplyGradient(handle:Ref(string), local_step:int64, gradient:dtype) -> () {dtype:type}",
        "The same with a handle of the older kind.",
    )
    .shape(gives_nothing),
];
