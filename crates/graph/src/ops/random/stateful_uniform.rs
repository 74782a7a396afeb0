//! `StatefulUniform`.

use super::drawn;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "StatefulUniform(resource:resource, algorithm:int64, shape:shape_dtype) -> (output:dtype) {dtype:type=float, shape_dtype:type=int64} [stateful]",
        "Numbers in `[0, 1)`, evenly spread, from a generator whose state is a variable.",
    )
    .shape(drawn),
];
