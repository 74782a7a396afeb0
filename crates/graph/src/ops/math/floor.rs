//! `Floor`: the largest whole number that is not larger than each element.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Floor(x:T) -> (y:T) {T:type}", "The largest whole number that is not larger than each element.")
        .shape(same_as_first)
        .flat()];
