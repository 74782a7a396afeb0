//! `IsFinite`: whether each element is neither infinite nor NaN.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("IsFinite(x:T) -> (y:bool) {T:type}", "Whether each element is neither infinite nor NaN.")
        .shape(same_as_first)];
