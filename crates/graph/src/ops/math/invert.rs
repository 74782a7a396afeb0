//! `Invert`: every bit of each element the other way.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Invert(x:T) -> (y:T) {T:type}", "Every bit of each element the other way.").shape(same_as_first).flat()];
