//! `ConcatOffset`.

use super::join;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op(
    "ConcatOffset(concat_dim:int32, shape:N*shape_type) -> (offset:N*shape_type) {N:int, shape_type:type=int32}",
    "",
)
.shape(join::concat_offset)];
