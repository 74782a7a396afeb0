//! `Softmax`.

use super::rows;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("Softmax(logits:T) -> (softmax:T) {T:type}", "").shape(rows)];
