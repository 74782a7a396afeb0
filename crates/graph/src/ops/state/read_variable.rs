//! `ReadVariableOp`.

use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[op("ReadVariableOp(resource:resource) -> (value:dtype) {dtype:type} [stateful]", "")];
