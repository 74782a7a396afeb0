//! `ApplyMomentum`, `ResourceApplyMomentum`, `SparseApplyMomentum`, `ResourceSparseApplyMomentum`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyMomentum(var:Ref(T), accum:Ref(T), lr:T, grad:T, momentum:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, use_nesterov:bool=False}",
        "Steps along a decaying sum of gradients.",
    )
    .shape(update),
    op(
        "ResourceApplyMomentum(var:resource, accum:resource, lr:T, grad:T, momentum:T) -> () {T:type, use_locking:bool=False, use_nesterov:bool=False} [stateful]",
        "Steps along a decaying sum of gradients.",
    )
    .shape(update),
    op(
        "SparseApplyMomentum(var:Ref(T), accum:Ref(T), lr:T, grad:T, indices:Tindices, momentum:T) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False, use_nesterov:bool=False}",
        "Steps along a decaying sum of gradients, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyMomentum(var:resource, accum:resource, lr:T, grad:T, indices:Tindices, momentum:T) -> () {T:type, Tindices:type, use_locking:bool=False, use_nesterov:bool=False} [stateful]",
        "Steps along a decaying sum of gradients, for the rows that indices name.",
    )
    .shape(update),
];
