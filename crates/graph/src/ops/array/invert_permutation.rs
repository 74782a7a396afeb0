//! `InvertPermutation`: the way back.

use super::same;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("InvertPermutation(x:T) -> (y:T) {T:type=int32}", "Of a permutation the one that undoes it: `y[x[i]] = i`.")
        .shape(same::same_vector)
        .flat()];
