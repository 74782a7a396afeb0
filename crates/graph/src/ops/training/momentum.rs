//! `ApplyMomentum`, `ResourceApplyMomentum`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("ApplyMomentum(var:Ref(T), accum:Ref(T), lr:T, grad:T, momentum:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, use_nesterov:bool=False}", "").shape(update),
    op("ResourceApplyMomentum(var:resource, accum:resource, lr:T, grad:T, momentum:T) -> () {T:type, use_locking:bool=False, use_nesterov:bool=False} [stateful]", "").shape(update),
];
