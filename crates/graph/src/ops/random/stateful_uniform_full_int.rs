//! `StatefulUniformFullInt`.

use super::drawn;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "StatefulUniformFullInt(resource:resource, algorithm:int64, shape:shape_dtype) -> (output:dtype) {dtype:type=uint64, shape_dtype:type=int64} [stateful]",
        "Whole numbers, all that the type has, from a generator whose state is a variable.",
    )
    .shape(drawn),
];
