//! `LogSoftmax`.

use super::rows;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("LogSoftmax(logits:T) -> (logsoftmax:T) {T:type}", "").shape(rows)];
