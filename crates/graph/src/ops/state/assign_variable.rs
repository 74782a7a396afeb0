//! `AssignVariableOp`, `AssignAddVariableOp`, `AssignSubVariableOp`.

use crate::op_def::{Op, op};
use crate::ops::infer::gives_nothing;

pub(super) const OPS: &[Op] = &[
    op(
        "AssignVariableOp(resource:resource, value:dtype) -> () {dtype:type, validate_shape:bool=False} [stateful]",
        "Gives the variable behind a handle a value, and makes it if it is not there.",
    )
    .shape(gives_nothing),
    op(
        "AssignAddVariableOp(resource:resource, value:dtype) -> () {dtype:type} [stateful]",
        "Adds a value to the variable behind a handle.",
    )
    .shape(gives_nothing),
    op(
        "AssignSubVariableOp(resource:resource, value:dtype) -> () {dtype:type} [stateful]",
        "Subtracts a value from the variable behind a handle.",
    )
    .shape(gives_nothing),
];
