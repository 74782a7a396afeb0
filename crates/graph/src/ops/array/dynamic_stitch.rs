//! `DynamicStitch`.

use super::index;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("DynamicStitch(indices:N*int32, data:N*T) -> (merged:T) {N:int, T:type}", "").shape(index::dynamic_stitch)];
