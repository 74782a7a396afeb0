//! `Round`: the whole number nearest to each element, of two the even one.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Round(x:T) -> (y:T) {T:type}", "The whole number nearest to each element, of two the even one.")
        .shape(same_as_first)
        .flat()];
