//! `StatefulUniformInt`.

use super::drawn;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "StatefulUniformInt(resource:resource, algorithm:int64, shape:shape_dtype, minval:dtype, maxval:dtype) -> (output:dtype) {dtype:type=int64, shape_dtype:type=int64} [stateful]",
        "Whole numbers between two bounds, the upper one left out, from a generator whose state is a variable.",
    )
    .shape(drawn),
];
