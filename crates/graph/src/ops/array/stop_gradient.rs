//! `StopGradient`: a constant in the eyes of gradients.

use super::same;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("StopGradient(input:T) -> (output:T) {T:type}", "Its input, through which no gradient flows.")
        .shape(same::same)
        .flat()];
