//! `PopulationCount`: how many bits of each element are set.

use crate::{
    op_def::{Op, op},
    ops::infer::same_as_first,
};

pub(super) const OPS: &[Op] =
    &[op("PopulationCount(x:T) -> (y:uint8) {T:type}", "How many bits of each element are set.")
        .shape(same_as_first)
        .flat()];
