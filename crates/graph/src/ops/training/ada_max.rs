//! `ApplyAdaMax`, `ResourceApplyAdaMax`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyAdaMax(var:Ref(T), m:Ref(T), v:Ref(T), beta1_power:T, lr:T, beta1:T, beta2:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        "Adam scaled by the largest gradient seen, which is slowly forgotten.",
    )
    .shape(update),
    op(
        "ResourceApplyAdaMax(var:resource, m:resource, v:resource, beta1_power:T, lr:T, beta1:T, beta2:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]",
        "Adam scaled by the largest gradient seen, which is slowly forgotten.",
    )
    .shape(update),
];
