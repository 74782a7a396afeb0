//! `All`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("All(input:bool, reduction_indices:Tidx) -> (output:bool) {keep_dims:bool=False, Tidx:type=int32}", "")
        .shape(rules::reduction)];
