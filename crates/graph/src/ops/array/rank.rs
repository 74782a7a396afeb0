//! `Rank`: how many axes a tensor has.

use super::same;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("Rank(input:T) -> (output:int32) {T:type}", "How many axes the input has.").shape(same::scalar).flat()];
