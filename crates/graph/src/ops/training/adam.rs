//! `ApplyAdam`, `ResourceApplyAdam`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyAdam(var:Ref(T), m:Ref(T), v:Ref(T), beta1_power:T, beta2_power:T, lr:T, beta1:T, beta2:T, epsilon:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False, use_nesterov:bool=False}",
        "Steps along a running mean of gradients, scaled by a running mean of their squares.",
    )
    .shape(update),
    op(
        "ResourceApplyAdam(var:resource, m:resource, v:resource, beta1_power:T, beta2_power:T, lr:T, beta1:T, beta2:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False, use_nesterov:bool=False} [stateful]",
        "Steps along a running mean of gradients, scaled by a running mean of their squares.",
    )
    .shape(update),
];
