//! `Range`.

use super::rules;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("Range(start:Tidx, limit:Tidx, delta:Tidx) -> (output:Tidx) {Tidx:type=int32}", "").shape(rules::range)];
