//! `VariableShape`.

use super::vector;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] =
    &[op("VariableShape(input:resource) -> (output:out_type) {out_type:type=int32} [stateful]", "").shape(vector)];
