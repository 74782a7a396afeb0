//! `IsInf`: whether each element is infinite.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("IsInf(x:T) -> (y:bool) {T:type}", "Whether each element is infinite.").shape(same_as_first)];
