//! `ApplyPowerSign`, `ResourceApplyPowerSign`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyPowerSign(var:Ref(T), m:Ref(T), lr:T, logbase:T, sign_decay:T, beta:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        "Steps that are longer, by a power, where the gradient has the sign of its running mean.",
    )
    .shape(update),
    op(
        "ResourceApplyPowerSign(var:resource, m:resource, lr:T, logbase:T, sign_decay:T, beta:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]",
        "Steps that are longer, by a power, where the gradient has the sign of its running mean.",
    )
    .shape(update),
];
