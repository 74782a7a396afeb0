//! `Merge`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("Merge(inputs:N*T) -> (output:T, value_index:int32) {T:type, N:int}", "")];
