//! `Size`: how many elements a tensor has.

use super::same;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("Size(input:T) -> (output:out_type) {T:type, out_type:type=int32}", "How many elements the input has.")
        .shape(same::scalar)
        .flat()];
