//! `StridedSliceAssign`, `ResourceStridedSliceAssign`.

use crate::op_def::{Op, op};
use crate::ops::infer::{gives_nothing, same_as_first};

pub(super) const OPS: &[Op] = &[
    op(
        "StridedSliceAssign(ref:Ref(T), begin:Index, end:Index, strides:Index, value:T) -> (output_ref:Ref(T)) {T:type, Index:type, begin_mask:int=0, end_mask:int=0, ellipsis_mask:int=0, new_axis_mask:int=0, shrink_axis_mask:int=0}",
        "Replaces the part of a variable that a strided slice takes.",
    )
    .shape(same_as_first),
    op(
        "ResourceStridedSliceAssign(ref:resource, begin:Index, end:Index, strides:Index, value:T) -> () {T:type, Index:type, begin_mask:int=0, end_mask:int=0, ellipsis_mask:int=0, new_axis_mask:int=0, shrink_axis_mask:int=0} [stateful]",
        "Replaces the part of the variable behind a handle that a strided slice takes.",
    )
    .shape(gives_nothing),
];
