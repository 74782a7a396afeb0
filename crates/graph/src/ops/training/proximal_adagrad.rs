//! `ApplyProximalAdagrad`, `ResourceApplyProximalAdagrad`, `SparseApplyProximalAdagrad`,
//! `ResourceSparseApplyProximalAdagrad`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyProximalAdagrad(var:Ref(T), accum:Ref(T), lr:T, l1:T, l2:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        "Adagrad, after which the penalties `l1` and `l2` pull towards zero.",
    )
    .shape(update),
    op(
        "ResourceApplyProximalAdagrad(var:resource, accum:resource, lr:T, l1:T, l2:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]",
        "Adagrad, after which the penalties `l1` and `l2` pull towards zero.",
    )
    .shape(update),
    op(
        "SparseApplyProximalAdagrad(var:Ref(T), accum:Ref(T), lr:T, l1:T, l2:T, grad:T, indices:Tindices) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False}",
        "Adagrad, after which the penalties `l1` and `l2` pull towards zero, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyProximalAdagrad(var:resource, accum:resource, lr:T, l1:T, l2:T, grad:T, indices:Tindices) -> () {T:type, Tindices:type, use_locking:bool=False} [stateful]",
        "Adagrad, after which the penalties `l1` and `l2` pull towards zero, for the rows that indices name.",
    )
    .shape(update),
];
