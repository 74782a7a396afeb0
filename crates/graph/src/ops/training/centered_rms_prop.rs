//! `ApplyCenteredRMSProp`, `ResourceApplyCenteredRMSProp`, `SparseApplyCenteredRMSProp`,
//! `ResourceSparseApplyCenteredRMSProp`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyCenteredRMSProp(var:Ref(T), mg:Ref(T), ms:Ref(T), mom:Ref(T), lr:T, rho:T, momentum:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        "RMSProp scaled by a running variance of the gradients.",
    )
    .shape(update),
    op(
        "ResourceApplyCenteredRMSProp(var:resource, mg:resource, ms:resource, mom:resource, lr:T, rho:T, momentum:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]",
        "RMSProp scaled by a running variance of the gradients.",
    )
    .shape(update),
    op(
        "SparseApplyCenteredRMSProp(var:Ref(T), mg:Ref(T), ms:Ref(T), mom:Ref(T), lr:T, rho:T, momentum:T, epsilon:T, grad:T, indices:Tindices) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False}",
        "RMSProp scaled by a running variance of the gradients, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyCenteredRMSProp(var:resource, mg:resource, ms:resource, mom:resource, lr:T, rho:T, momentum:T, epsilon:T, grad:T, indices:Tindices) -> () {T:type, Tindices:type, use_locking:bool=False} [stateful]",
        "RMSProp scaled by a running variance of the gradients, for the rows that indices name.",
    )
    .shape(update),
];
