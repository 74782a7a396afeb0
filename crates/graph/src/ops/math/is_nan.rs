//! `IsNan`: whether each element is not a number.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("IsNan(x:T) -> (y:bool) {T:type}", "Whether each element is not a number.").shape(same_as_first)];
