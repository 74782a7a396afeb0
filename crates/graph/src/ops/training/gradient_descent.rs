//! `ApplyGradientDescent`, `ResourceApplyGradientDescent`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyGradientDescent(var:Ref(T), alpha:T, delta:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        "A step against the gradient.",
    )
    .shape(update),
    op(
        "ResourceApplyGradientDescent(var:resource, alpha:T, delta:T) -> () {T:type, use_locking:bool=False} [stateful]",
        "A step against the gradient.",
    )
    .shape(update),
];
