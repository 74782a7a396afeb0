//! `ResourceApplyAdamWithAmsgrad`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ResourceApplyAdamWithAmsgrad(var:resource, m:resource, v:resource, vhat:resource, beta1_power:T, beta2_power:T, lr:T, beta1:T, beta2:T, epsilon:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]",
        "Adam scaled by the largest mean of squares seen so far.",
    )
    .shape(update),
];
