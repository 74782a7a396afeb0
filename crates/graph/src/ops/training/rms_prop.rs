//! `ApplyRMSProp`, `ResourceApplyRMSProp`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("ApplyRMSProp(var:Ref(T), ms:Ref(T), mom:Ref(T), lr:T, rho:T, momentum:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}", "").shape(update),
    op("ResourceApplyRMSProp(var:resource, ms:resource, mom:resource, lr:T, rho:T, momentum:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]", "").shape(update),
];
