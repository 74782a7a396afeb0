//! `ApplyAddSign`, `ResourceApplyAddSign`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyAddSign(var:Ref(T), m:Ref(T), lr:T, alpha:T, sign_decay:T, beta:T, grad:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        "Steps that are longer where the gradient has the sign of its running mean.",
    )
    .shape(update),
    op(
        "ResourceApplyAddSign(var:resource, m:resource, lr:T, alpha:T, sign_decay:T, beta:T, grad:T) -> () {T:type, use_locking:bool=False} [stateful]",
        "Steps that are longer where the gradient has the sign of its running mean.",
    )
    .shape(update),
];
