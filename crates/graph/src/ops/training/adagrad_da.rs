//! `ApplyAdagradDA`, `ResourceApplyAdagradDA`, `SparseApplyAdagradDA`, `ResourceSparseApplyAdagradDA`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyAdagradDA(var:Ref(T), gradient_accumulator:Ref(T), gradient_squared_accumulator:Ref(T), grad:T, lr:T, l1:T, l2:T, global_step:int64) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        "The variable from the sums of gradients and of their squares, with penalties (dual averaging).",
    )
    .shape(update),
    op(
        "ResourceApplyAdagradDA(var:resource, gradient_accumulator:resource, gradient_squared_accumulator:resource, grad:T, lr:T, l1:T, l2:T, global_step:int64) -> () {T:type, use_locking:bool=False} [stateful]",
        "The variable from the sums of gradients and of their squares, with penalties (dual averaging).",
    )
    .shape(update),
    op(
        "SparseApplyAdagradDA(var:Ref(T), gradient_accumulator:Ref(T), gradient_squared_accumulator:Ref(T), grad:T, indices:Tindices, lr:T, l1:T, l2:T, global_step:int64) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False}",
        "The variable from the sums of gradients and of their squares, with penalties (dual averaging), for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyAdagradDA(var:resource, gradient_accumulator:resource, gradient_squared_accumulator:resource, grad:T, indices:Tindices, lr:T, l1:T, l2:T, global_step:int64) -> () {T:type, Tindices:type, use_locking:bool=False} [stateful]",
        "The variable from the sums of gradients and of their squares, with penalties (dual averaging), for the rows that indices name.",
    )
    .shape(update),
];
