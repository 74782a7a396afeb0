//! `ApplyAdagrad`, `ResourceApplyAdagrad`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op("ApplyAdagrad(var:Ref(T), accum:Ref(T), lr:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, update_slots:bool=True}", "").shape(update),
    op("ResourceApplyAdagrad(var:resource, accum:resource, lr:T, grad:T) -> () {T:type, use_locking:bool=False, update_slots:bool=True} [stateful]", "").shape(update),
];
