//! `ApplyAdagrad`, `ResourceApplyAdagrad`, `SparseApplyAdagrad`, `ResourceSparseApplyAdagrad`, `ApplyAdagradV2`,
//! `ResourceApplyAdagradV2`, `SparseApplyAdagradV2`, `ResourceSparseApplyAdagradV2`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyAdagrad(var:Ref(T), accum:Ref(T), lr:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, update_slots:bool=True}",
        "Steps that shrink with the squares of the gradients seen so far.",
    )
    .shape(update),
    op(
        "ResourceApplyAdagrad(var:resource, accum:resource, lr:T, grad:T) -> () {T:type, use_locking:bool=False, update_slots:bool=True} [stateful]",
        "Steps that shrink with the squares of the gradients seen so far.",
    )
    .shape(update),
    op(
        "SparseApplyAdagrad(var:Ref(T), accum:Ref(T), lr:T, grad:T, indices:Tindices) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False, update_slots:bool=True}",
        "Steps that shrink with the squares of the gradients seen so far, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyAdagrad(var:resource, accum:resource, lr:T, grad:T, indices:Tindices) -> () {T:type, Tindices:type, use_locking:bool=False, update_slots:bool=True} [stateful]",
        "Steps that shrink with the squares of the gradients seen so far, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ApplyAdagradV2(var:Ref(T), accum:Ref(T), lr:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, update_slots:bool=True}",
        "Steps that shrink with the squares of the gradients seen so far, and by epsilon.",
    )
    .shape(update),
    op(
        "ResourceApplyAdagradV2(var:resource, accum:resource, lr:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False, update_slots:bool=True} [stateful]",
        "Steps that shrink with the squares of the gradients seen so far, and by epsilon.",
    )
    .shape(update),
    op(
        "SparseApplyAdagradV2(var:Ref(T), accum:Ref(T), lr:T, epsilon:T, grad:T, indices:Tindices) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False, update_slots:bool=True}",
        "Steps that shrink with the squares of the gradients seen so far, and by epsilon, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyAdagradV2(var:resource, accum:resource, lr:T, epsilon:T, grad:T, indices:Tindices) -> () {T:type, Tindices:type, use_locking:bool=False, update_slots:bool=True} [stateful]",
        "Steps that shrink with the squares of the gradients seen so far, and by epsilon, for the rows that indices name.",
    )
    .shape(update),
];
