//! `AssignVariableOp`, `AssignAddVariableOp`, `AssignSubVariableOp`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op("AssignVariableOp(resource:resource, value:dtype) -> () {dtype:type, validate_shape:bool=False} [stateful]", "")
        .shape(gives_nothing),
    op("AssignAddVariableOp(resource:resource, value:dtype) -> () {dtype:type} [stateful]", "").shape(gives_nothing),
    op("AssignSubVariableOp(resource:resource, value:dtype) -> () {dtype:type} [stateful]", "").shape(gives_nothing),
];
