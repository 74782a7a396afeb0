//! `LogicalNot`: what is true where each element is not.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("LogicalNot(x:bool) -> (y:bool)", "What is true where each element is not.").shape(same_as_first).flat()];
