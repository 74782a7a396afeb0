//! `ApplyRMSProp`, `ResourceApplyRMSProp`, `SparseApplyRMSProp`, `ResourceSparseApplyRMSProp`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyRMSProp(var:Ref(T), ms:Ref(T), mom:Ref(T), lr:T, rho:T, momentum:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        "Steps scaled by a running mean of the gradients' squares, with momentum.",
    )
    .shape(update),
    op(
        "ResourceApplyRMSProp(var:resource, ms:resource, mom:resource, lr:T, rho:T, momentum:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]",
        "Steps scaled by a running mean of the gradients' squares, with momentum.",
    )
    .shape(update),
    op(
        "SparseApplyRMSProp(var:Ref(T), ms:Ref(T), mom:Ref(T), lr:T, rho:T, momentum:T, epsilon:T, grad:T, indices:Tindices) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False}",
        "Steps scaled by a running mean of the gradients' squares, with momentum, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyRMSProp(var:resource, ms:resource, mom:resource, lr:T, rho:T, momentum:T, epsilon:T, grad:T, indices:Tindices) -> () {T:type, Tindices:type, use_locking:bool=False} [stateful]",
        "Steps scaled by a running mean of the gradients' squares, with momentum, for the rows that indices name.",
    )
    .shape(update),
];
