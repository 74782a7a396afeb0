//! `StatefulStandardNormalV2`.

use super::drawn;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "StatefulStandardNormalV2(resource:resource, algorithm:int64, shape:shape_dtype) -> (output:dtype) {dtype:type=float, shape_dtype:type=int64} [stateful]",
        "Numbers of the normal distribution, from a generator whose state is a variable.",
    )
    .shape(drawn),
];
