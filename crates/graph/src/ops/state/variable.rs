//! `Variable`, `VariableV2`.

use super::variable;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("Variable() -> (ref:Ref(dtype)) {shape:shape, dtype:type, container:string='', shared_name:string=''} [stateful]", "").shape(variable),
    op("VariableV2() -> (ref:Ref(dtype)) {shape:shape, dtype:type, container:string='', shared_name:string=''} [stateful]", "").shape(variable),
];
