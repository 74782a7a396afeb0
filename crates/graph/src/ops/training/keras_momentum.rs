//! `ResourceApplyKerasMomentum`, `ResourceSparseApplyKerasMomentum`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ResourceApplyKerasMomentum(var:resource, accum:resource, lr:T, grad:T, momentum:T) -> () {T:type, use_locking:bool=False, use_nesterov:bool=False} [stateful]",
        "Steps that are a decaying sum of steps against the gradient.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyKerasMomentum(var:resource, accum:resource, lr:T, grad:T, indices:Tindices, momentum:T) -> () {T:type, Tindices:type, use_locking:bool=False, use_nesterov:bool=False} [stateful]",
        "Steps that are a decaying sum of steps against the gradient, for the rows that indices name.",
    )
    .shape(update),
];
