//! `Ceil`: the smallest whole number that is not smaller than each element.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("Ceil(x:T) -> (y:T) {T:type}", "The smallest whole number that is not smaller than each element.")
        .shape(same_as_first)
        .flat()];
