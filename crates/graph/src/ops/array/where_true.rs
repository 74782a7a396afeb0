//! `Where`.

use super::index;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("Where(input:T) -> (index:int64) {T:type=bool}", "").shape(index::where_true)];
