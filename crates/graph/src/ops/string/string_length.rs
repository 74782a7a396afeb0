//! `StringLength`: how long strings are.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] = &[op(
    "StringLength(input:string) -> (output:int32) {unit:string='BYTE'}",
    "The length of each string, in bytes or in UTF-8 characters.",
)
.shape(same_as_first)];
