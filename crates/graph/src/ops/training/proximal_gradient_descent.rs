//! `ApplyProximalGradientDescent`, `ResourceApplyProximalGradientDescent`, `SparseApplyProximalGradientDescent`,
//! `ResourceSparseApplyProximalGradientDescent`.

use super::update;
use crate::op_def::{Op, op};

pub(super) const OPS: &[Op] = &[
    op(
        "ApplyProximalGradientDescent(var:Ref(T), alpha:T, l1:T, l2:T, delta:T) -> (out:Ref(T)) {T:type, use_locking:bool=False}",
        "A step against the gradient, after which the penalties `l1` and `l2` pull towards zero.",
    )
    .shape(update),
    op(
        "ResourceApplyProximalGradientDescent(var:resource, alpha:T, l1:T, l2:T, delta:T) -> () {T:type, use_locking:bool=False} [stateful]",
        "A step against the gradient, after which the penalties `l1` and `l2` pull towards zero.",
    )
    .shape(update),
    op(
        "SparseApplyProximalGradientDescent(var:Ref(T), alpha:T, l1:T, l2:T, grad:T, indices:Tindices) -> (out:Ref(T)) {T:type, Tindices:type, use_locking:bool=False}",
        "A step against the gradient, after which the penalties `l1` and `l2` pull towards zero, for the rows that indices name.",
    )
    .shape(update),
    op(
        "ResourceSparseApplyProximalGradientDescent(var:resource, alpha:T, l1:T, l2:T, grad:T, indices:Tindices) -> () {T:type, Tindices:type, use_locking:bool=False} [stateful]",
        "A step against the gradient, after which the penalties `l1` and `l2` pull towards zero, for the rows that indices name.",
    )
    .shape(update),
];
